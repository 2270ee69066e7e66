import { expect, it } from 'vitest'
import { createSuggestionTeam } from '../../../../tests/support/content/suggestions.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { AnswerCache, type AnsweringServices, dryRunQuestion } from '../../answering/server/index.ts'
import { acceptSuggestions } from './settle-suggestions.ts'

const ARTICLE = `# Orders

## How long does delivery take?

Parcels inside the country arrive within three days. Abroad it takes up to two weeks.

## Can I return a carpet?

Yes, within 30 days, if it is unused. Write to us first: we send you a label.

## Which payment methods do you accept?

- Visa and Mastercard
- Bank transfer
- PayPal

## How do I clean a woolen blanket?

1. Shake it outdoors.
2. Wash it by hand in cold water.
3. Dry it flat.`

/** Questions, and what a right answer says. */
const ASKED: [question: string, fact: RegExp][] = [
  ['How long does delivery take?', /three days/],
  ['how long will delivery abroad take', /two weeks/],
  ['can i return my carpet', /30 days/],
  ['do you accept paypal', /PayPal/],
  ['which payment methods are there', /Bank transfer/],
  ['how to clean a woolen blanket', /cold water/],
  ['cleaning my blanket', /Dry it flat/],
]

const testContext = await createTestContext()

it('accepting suggested FAQs does not worsen any answer', async () => {
  const team = await createSuggestionTeam(testContext)
  await team.write('Orders', ARTICLE)
  const visitor = await testContext.visitor(team.id)
  const services: AnsweringServices = {
    appUrl: new URL('https://help.example.com'),
    generate: null,
    cache: new AnswerCache(1),
    log: () => {},
  }
  /** 2: answered, 1: shown, 0: neither; only where the fact is in it. */
  const askAll = async () => {
    const ranks: number[] = []
    for (const [question, fact] of ASKED) {
      const options = { signal: new AbortController().signal, mayUseModel: async () => true }
      const { answer } = await dryRunQuestion(services, visitor, question, options)
      const isShown = answer.suggestions?.some(({ text }) => fact.test(text)) ?? false
      ranks.push(answer.outcome === 'answered' && fact.test(answer.answer) ? 2 : isShown ? 1 : 0)
    }
    return ranks
  }
  const before = await askAll()
  await team.look()
  const { items } = await team.offered()
  expect(items.length).toBeGreaterThan(2)
  await acceptSuggestions(team.ctx, { ids: items.map(({ id }) => id), status: 'published' })
  const after = await askAll()
  expect(after.map((rank, index) => rank >= before[index]!)).toEqual(ASKED.map(() => true))
  expect(before.every((rank) => rank > 0)).toBe(true)
}, 60_000)
