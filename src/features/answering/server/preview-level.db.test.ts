import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, faqInput, type TestContext } from '../../../../tests/support/content/test-context.ts'
import { createFaq } from '../../faqs/server/index.ts'
import type { AnswerLevel } from '../../workspaces/contract.ts'
import {
  contentChanged,
  inTransaction,
  visitorContext,
  type WorkspaceContext,
  workspaces,
} from '../../workspaces/server/index.ts'
import { askInput } from '../contract.ts'
import { answerFrom } from '../domain/answer-gate.ts'
import { AnswerCache } from './answer-cache.ts'
import { type AnsweringServices, answerQuestion } from './answer-question.ts'
import { previewLevel } from './preview-level.ts'

const { signal } = new AbortController()
const services: AnsweringServices = {
  appUrl: new URL('https://help.example.com'),
  generate: null,
  cache: new AnswerCache(100),
  log: () => {},
}

const FAQS = [
  ['How do I get a refund?', 'Open Billing, choose the invoice and press Refund. It takes five days.'],
  ['How do I reset my password?', 'Choose "Forgot password" on the sign-in page and follow it.'],
  ['How long does delivery take?', 'Parcels inside the country arrive within three days.'],
  ['How can I invite a colleague?', 'Owners add people under Settings, Team, with their address.'],
] as const

const QUESTIONS = [
  'How do I reset my password?',
  'reset password',
  'refund for an invoice',
  'add my colleague to the team',
  'When do parcels arrive?',
  'can I change the address of my delivery',
  'I forgot my password, what now',
  'how many days until I get the refund',
  'invite someone to my team',
  'who can add people',
  'delivery time inside the country',
  'where do I find the invoice for my refund',
  'sign in without a password',
  'is delivery free',
  'refund',
  'how long do refunds take',
  'can a colleague reset my password for me',
  'do you deliver on Saturday',
  'What is the capital of Peru?',
]

let testContext: TestContext
let owner: WorkspaceContext

async function ask(question: string) {
  const context = await visitorContext(testContext.services, { workspace_id: owner.workspaceId })
  if (!context) throw new Error('no such workspace')
  return answerQuestion(services, context, askInput.parse({ workspace_id: owner.workspaceId, question }), {
    signal,
    onModel: () => {},
    onSources: async () => {},
    onDelta: async () => {},
    mayUseModel: async () => true,
  })
}
const setLevel = (answerLevel: AnswerLevel) =>
  inTransaction(owner, async (transaction) => {
    await transaction.tx.update(workspaces).set({ answerLevel }).where(eq(workspaces.id, owner.workspaceId))
    await contentChanged(transaction)
  })
const messages = () => testContext.count('messages', `workspace_id = '${owner.workspaceId}'`)
const probabilities = async () => {
  const { rows } = await testContext.db.pool.query<{ question: string; confidence: number; outcome: string }>(
    'select question, confidence, outcome from messages where workspace_id = $1 order by created_at, id',
    [owner.workspaceId],
  )
  return rows
}

beforeAll(async () => {
  testContext = await createTestContext()
  const person = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(person)
  const writer = await testContext.as(person, id, 'faq.write')
  for (const [question, answer] of FAQS) await createFaq(writer, faqInput({ question, answer }))
  owner = await testContext.as(person, id, 'workspace.settings')
  for (const question of QUESTIONS) await ask(question)
})

describe('the preview of a level', () => {
  it('counts each question of the last week once and stores nothing', async () => {
    await ask(' RESET password ')
    await ask('Thank you!')
    await testContext.db.pool.query(
      `update messages set created_at = now() - interval '8 days' where workspace_id = $1 and question like '%Peru%'`,
      [owner.workspaceId],
    )
    const before = await messages()
    const preview = await previewLevel(services, owner, 'usual', signal)
    expect(preview.questions).toBe(QUESTIONS.length - 1)
    expect(preview.changes).toEqual([])
    expect(preview.after).toEqual(preview.before)
    expect(await messages()).toBe(before)
  })

  it('lists the changes that visitors then see after the level is applied', async () => {
    const current = await probabilities()
    const less = await previewLevel(services, owner, 'less', signal)
    expect(less.changes.length).toBeGreaterThan(0)
    for (const { question, before, after } of less.changes) {
      expect([before, after]).toEqual(['answered', 'suggested'])
      expect(current.find((row) => row.question === question)?.confidence).toBeLessThan(answerFrom('less'))
    }
    expect(less.after.answered).toBe((less.before.answered ?? 0) - less.changes.length)
    expect(less.after.refused).toBe(less.before.refused)
    await setLevel('less')
    for (const { question, after } of less.changes) expect((await ask(question)).outcome).toBe(after)
    const back = await previewLevel(services, owner, 'usual', signal)
    expect(back.changes.map(({ question }) => question).toSorted()).toEqual(
      less.changes.map(({ question }) => question).toSorted(),
    )
    await setLevel('usual')
    for (const { question, before } of less.changes) expect((await ask(question)).outcome).toBe(before)
  })

  it.each<AnswerLevel>(['less', 'usual', 'more'])(
    'at the level “%s” answers an entry that is asked word for word',
    async (level) => {
      await setLevel(level)
      expect((await ask('How do I reset my password?')).outcome).toBe('answered')
      expect((await ask('How do I reset my password on Android?')).outcome).not.toBe('answered')
      await setLevel('usual')
    },
  )
})
