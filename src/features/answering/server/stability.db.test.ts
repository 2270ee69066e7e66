import { expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { createTexts, rewritePassageIndex } from '../../knowledge/server/index.ts'
import { AnswerCache } from './answer-cache.ts'
import { type AnsweringServices, dryRunQuestion } from './answer-question.ts'

const FAQS = [
  ['How do I get a refund?', 'Write to us within 30 days of the purchase.'],
  ['How do I reset my password?', 'Open Settings, choose Security, then press Reset password.'],
  ['Can I pay by invoice?', 'Business customers can.'],
  ['How do I invite a colleague?', 'Owners invite people under Team by email.'],
] as const
const TEXTS = [
  {
    title: 'Boiler',
    content:
      '# Descaling\n\nDescale the boiler every three months. Use citric acid.\n\n# Warranty\n\nThe boiler has a warranty of two years.\n\n# Noise\n\nA humming boiler needs descaling.',
    url: 'https://docs.example.com/boiler',
  },
  {
    title: 'Grinder',
    content:
      '# Cleaning\n\nBrush the burrs every week.\n\n# Warranty\n\nThe grinder has a warranty of one year.\n\n# Noise\n\nA loud grinder holds a stone.',
    url: 'https://docs.example.com/grinder',
  },
]
const QUESTIONS = [
  ...['refund please', 'i forgot my password', 'warranty', 'how long is the warranty of the grinder', 'it is too loud'],
  ...['when must i descale', 'pay by invoice', 'add a colleague', 'capital of Peru', 'cleaning', 'boiler humming'],
]

const testContext = await createTestContext()

const services = (): AnsweringServices => ({
  appUrl: new URL('https://help.example.com'),
  generate: null,
  cache: new AnswerCache(1),
  log: () => {},
})

async function outcomesIn(workspaceId: string) {
  const visitor = await testContext.visitor(workspaceId)
  const options = { signal: new AbortController().signal, mayUseModel: async () => true }
  const outcomes = []
  for (const question of QUESTIONS) {
    const { answer } = await dryRunQuestion(services(), visitor, question, options)
    outcomes.push([
      question,
      answer.outcome,
      answer.answer,
      answer.suggestions?.map(({ title, text }) => [title, text]),
    ])
  }
  return outcomes
}

async function loadContent(order: <T>(items: readonly T[]) => T[]) {
  const owner = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(owner)
  const writer = await testContext.as(owner, id, 'faq.write')
  for (const [question, answer] of order(FAQS))
    await createFaq(writer, faqInput({ question, answer, category: 'Help' }))
  await createTexts(await testContext.as(owner, id, 'source.write'), order(TEXTS))
  return { id, writer }
}

it('the same content gives the same answers in every order and after every reindexing', async () => {
  const first = await loadContent((items) => [...items])
  const outcomes = await outcomesIn(first.id)
  expect(new Set(outcomes.map(([, outcome]) => outcome))).toEqual(new Set(['answered', 'suggested', 'refused']))
  expect(await outcomesIn(first.id)).toEqual(outcomes)

  const second = await loadContent((items) => [...items].reverse())
  expect(await outcomesIn(second.id)).toEqual(outcomes)

  // Index entries are replaced, as by a new version.
  const chunks = await systemTransaction(testContext.db, (transaction) =>
    transaction.execute(`select id from knowledge_chunks where workspace_id = '${second.id}' and source_type <> 'faq'`),
  )
  await rewritePassageIndex(
    second.writer,
    chunks.rows.map(({ id }) => String(id)),
  )
  expect(await outcomesIn(second.id)).toEqual(outcomes)
}, 60_000)
