import { beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, faqInput, type TestContext } from '../../../../../tests/support/content/test-context.ts'
import { newId } from '../../../../kernel/ids.ts'
import { createFaq } from '../../../faqs/server/index.ts'
import { listQuestions } from '../../../questions/server/index.ts'
import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import { updateSettings } from '../../../workspaces/server/settings.ts'
import { askInput } from '../../contract.ts'
import { AnswerCache } from '../answer-cache.ts'
import { answerQuestion } from '../answer-question.ts'
import type { Answer } from '../record.ts'

const appUrl = new URL('https://help.example.com')
let testContext: TestContext
let owner: string
let workspaceId: string
let visitor: WorkspaceContext

beforeAll(async () => {
  testContext = await createTestContext()
  owner = await testContext.person({ freeAccess: true })
  workspaceId = (await testContext.workspace(owner, 'Loom')).id
  visitor = await testContext.visitor(workspaceId)
  const writer = await testContext.as(owner, workspaceId, 'faq.write')
  for (const [question, answer] of [
    ['Can I talk to a person in the shop?', 'Yes, from nine to five.'],
    ['Who is thanked in the credits?', 'Everybody: thanks to all who helped.'],
    ['What is asdfgh?', 'The name of our loom.'],
  ] as const)
    await createFaq(writer, faqInput({ question, answer, category: 'Shop' }))
})

const cache = new AnswerCache<Answer>(100)
const ask = (question: string, input: object = {}) =>
  answerQuestion(
    { appUrl, generate: null, cache, log: () => {} },
    visitor,
    askInput.parse({ workspace_id: workspaceId, question, ...input }),
    {
      signal: new AbortController().signal,
      mayUseModel: async () => true,
      onModel: () => {},
      onSources: async () => {},
      onDelta: async () => {},
    },
  )

describe('small talk', () => {
  it.each([
    ['hello', 'greeting', 'Hello! How can I help?'],
    ['vielen Dank!', 'thanks', 'Gern geschehen! Fragen Sie einfach, wenn noch etwas ist.'],
    ['human please', 'person', 'Of course. A person from our team can help you.'],
    ['sdfkjhsdf', 'nonsense', "I didn't understand that. Please ask your question in a few words."],
  ])('%j gets a reply without content', async (question, kind, answer) => {
    const reply = await ask(question)
    expect(reply).toMatchObject({ small_talk: kind, answer, outcome: 'answered', sources: [], related_questions: [] })
  })

  it("is replied to in the page's language when the message has none", async () => {
    expect((await ask('???', { lang: 'fr' })).answer).toContain('Je n’ai pas compris')
    expect((await ask('hi', { lang: 'de' })).answer).toBe('Hallo! Wie kann ich helfen?')
  })

  it('is not recognized in a question with a greeting or in a name from the content', async () => {
    expect((await ask('hello, who is thanked in the credits?')).small_talk).toBeUndefined()
    expect(await ask('asdfgh')).not.toHaveProperty('small_talk')
  })

  it("is replied to in the owner's words", async () => {
    const settings = await testContext.as(owner, workspaceId, 'workspace.settings')
    await updateSettings(settings, { small_talk_replies: { en: { greeting: 'Ahoy!' } } })
    expect((await ask('hello')).answer).toBe('Ahoy!')
    expect((await ask('hallo')).answer).toBe('Hallo! Wie kann ich helfen?')
    await updateSettings(settings, { small_talk_replies: {} })
    expect((await ask('hello')).answer).toBe('Hello! How can I help?')
  })

  it('is in the inbox, but not among the unanswered questions', async () => {
    const reader = await testContext.as(owner, workspaceId, 'question.read')
    const conversation_id = newId()
    await ask('who is thanked in the credits?', { conversation_id })
    await ask('thanks a lot', { conversation_id })
    await ask('I want to talk to a human', { conversation_id })
    const { items } = await listQuestions(reader, { page: 1, limit: 50, view: 'all' })
    expect(items.map(({ question }) => question)).toContain('I want to talk to a human')
    const unanswered = await listQuestions(reader, { page: 1, limit: 50, view: 'unanswered' })
    expect(unanswered.items.map(({ question }) => question)).not.toContain('I want to talk to a human')
  })
})
