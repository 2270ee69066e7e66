// Questions in another language than the content, with a language model over real HTTP.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createModelWorkspace, type ModelWorkspace } from '../../../../../tests/support/models/model-workspace.ts'
import { inReadTransaction } from '../../../workspaces/server/index.ts'
import { TRANSLATE_SYSTEM } from '../../domain/model/prompt.ts'
import { modelUsage } from '../answering.table.ts'

let shop: ModelWorkspace
let llm: ModelWorkspace['llm']

beforeAll(async () => {
  shop = await createModelWorkspace([
    ['How much do the plans cost?', 'The Starter plan costs $29 per month. The Pro plan costs $79 per month.'],
    ['How do I get a refund?', 'Refunds are paid within 5 days to your card.'],
    ['Can I use my own domain?', 'Yes, on the Pro plan. Add it under Settings.'],
  ])
  llm = shop.llm
})
afterAll(() => llm.close())
beforeEach(() => {
  llm.requests.length = 0
})

const calls = async () =>
  inReadTransaction(shop.visitor, async ({ tx }) => {
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
])('%s is translated once, sent to the model once and answered in its language', async (question, answer) => {
  llm.use('good')
  const before = await calls()
  expect(await shop.ask(question)).toMatchObject({
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
  expect(await shop.ask(question)).toMatchObject({ outcome: 'answered' })
  expect(translating(), 'the translation is cached').toHaveLength(0)
})

it("a question in the content's language is never translated", async () => {
  llm.use('good')
  await shop.ask('How do I get a refund?')
  await shop.ask('How do I calibrate my telescope?')
  expect(translating()).toHaveLength(0)
})

it("a translation beyond the visitor's budget is not requested", async () => {
  llm.use('good')
  expect(await shop.ask('¿Cuánto cuesta el envío del telescopio?', { mayUseModel: () => false })).toMatchObject({
    outcome: 'refused',
  })
  expect(llm.requests).toHaveLength(0)
})
