// Questions in another language than the content, with a language model over real HTTP.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createWorld, faqInput, type World } from '../../../../../tests/support/content/test-context.ts'
import { type LlmServer, startLlmServer } from '../../../../../tests/support/models/llm-server.ts'
import { createTextGenerator } from '../../../../platform/llm/index.ts'
import { silentLogger } from '../../../../platform/log/index.ts'
import { createFaq } from '../../../faqs/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { askInput } from '../../contract.ts'
import { TRANSLATE_SYSTEM } from '../../domain/model/prompt.ts'
import { AnswerCache } from '../answer-cache.ts'
import { type AnsweringServices, answerQuestion } from '../answer-question.ts'
import { modelUsage } from '../answering.table.ts'

let world: World
let llm: LlmServer
let workspaceId: string
let visitor: WorkspaceContext

beforeAll(async () => {
  world = await createWorld()
  llm = await startLlmServer({ pauseMs: 5 })
  const owner = await world.person({ freeAccess: true })
  workspaceId = (await world.workspace(owner, 'Kettle')).id
  visitor = await world.visitor(workspaceId)
  const writer = await world.as(owner, workspaceId, 'faq.write')
  for (const [question, answer] of [
    ['How much do the plans cost?', 'The Starter plan costs $29 per month. The Pro plan costs $79 per month.'],
    ['How do I get a refund?', 'Refunds are paid within 5 days to your card.'],
    ['Can I use my own domain?', 'Yes, on the Pro plan. Add it under Settings.'],
  ] as const)
    await createFaq(writer, faqInput({ question, answer }))
})
afterAll(() => llm.close())
beforeEach(() => {
  llm.requests.length = 0
})

async function ask(question: string, options: { budget?: () => boolean } = {}) {
  const ai = { provider: 'openai-compatible', model: 'fake', baseUrl: llm.url, apiKey: 'k', timeoutMs: 1_500 } as const
  const write = createTextGenerator(ai, silentLogger)
  const services: AnsweringServices = {
    appUrl: new URL('https://help.example.com'),
    generate: ({ prompt, ...rest }) => write({ ...rest, messages: [{ role: 'user', content: prompt }] }),
    cache: new AnswerCache(10),
    log: () => {},
  }
  return answerQuestion(services, visitor, askInput.parse({ workspace_id: workspaceId, question }), {
    signal: AbortSignal.timeout(10_000),
    mayUseModel: async () => options.budget?.() ?? true,
    onModel: () => {},
    onSources: async () => {},
    onDelta: async () => {},
  })
}

const calls = async () =>
  inReadTransaction(visitor, async ({ tx }) => {
    const rows = await tx.select().from(modelUsage)
    return rows.reduce((sum, row) => sum + row.calls, 0)
  })
const systems = () => llm.requests.map(({ messages }) => messages[0]?.content ?? '')
const answering = () => systems().filter((system) => system.startsWith('You answer questions of visitors'))
const translating = () => systems().filter((system) => system === TRANSLATE_SYSTEM)

it.each([
  ['¿Cuánto cuestan los planes?', 'El plan Starter cuesta 29 dólares al mes.'],
  ['Combien coûtent les forfaits ?', 'Le forfait Starter coûte 29 dollars par mois.'],
  ['Was kosten die Tarife?', 'Der Tarif Starter kostet 29 Dollar im Monat.'],
])('%s is translated once, put to the model once and answered in its language', async (question, answer) => {
  llm.use('good')
  const before = await calls()
  expect(await ask(question)).toMatchObject({
    outcome: 'answered',
    answer,
    sources: [{ title: 'How much do the plans cost?' }],
  })
  expect(translating()).toHaveLength(1)
  expect(answering()).toHaveLength(1)
  expect(llm.requests[1]?.messages.at(-1)?.content).toContain(`<question>\n${question}\n</question>`)
  // The third call reviews the sentence, which is in another language than its source.
  expect((await calls()) - before).toBe(3)

  llm.requests.length = 0
  expect(await ask(question)).toMatchObject({ outcome: 'answered' })
  expect(translating(), 'the translation is cached').toHaveLength(0)
})

it('a question in the content’s language is not translated, found or not', async () => {
  llm.use('good')
  await ask('How do I get a refund?')
  await ask('How do I calibrate my telescope?')
  expect(translating()).toHaveLength(0)
})

it('a translation that the visitor’s budget forbids is not made', async () => {
  llm.use('good')
  expect(await ask('¿Cuánto cuesta el envío del telescopio?', { budget: () => false })).toMatchObject({
    outcome: 'refused',
  })
  expect(llm.requests).toHaveLength(0)
})
