import { describe, expect, it } from 'vitest'
import { createSuggestionTeam, HELP, manyQuestions } from '../../../../tests/support/content/suggestions.ts'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import type { Generate } from '../../answering/server/index.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { acceptEdited, acceptSuggestions, dismissSuggestions, restoreSuggestions } from './settle-suggestions.ts'

const testContext = await createTestContext()
const team = (options: { generate?: Generate; freeAccess?: boolean } = {}) => createSuggestionTeam(testContext, options)

describe('the review of suggestions', () => {
  it('creates FAQs with the chosen values on acceptance', async () => {
    const acme = await team()
    await acme.write('Care', HELP)
    await acme.look()
    const [first, second] = (await acme.offered()).items
    const { faq_ids } = await acceptSuggestions(acme.ctx, { ids: [first!.id], status: 'published' })
    expect(
      await acme.count('faqs', `id = '${faq_ids[0]}' and status = 'published' and answer = 'Yes, to Norway.'`),
    ).toBe(1)
    await acceptEdited(acme.ctx, { id: second!.id, faq: faqInput({ question: 'Washing wool?', status: 'draft' }) })
    expect(await acme.count('faqs', "question = 'Washing wool?' and status = 'draft'")).toBe(1)
    await acme.look()
    expect(await acme.offered()).toEqual({ items: [], waiting: 0 })
    await expect(acceptSuggestions(acme.ctx, { ids: [first!.id], status: 'draft' })).rejects.toMatchObject({
      code: 'suggestion.not_found',
    })
    await expect(acceptEdited(acme.ctx, { id: second!.id, faq: faqInput() })).rejects.toMatchObject({
      code: 'suggestion.not_found',
    })
  })

  it('creates one FAQ when a suggestion is accepted twice at the same time', async () => {
    const acme = await team()
    await acme.write('Care', '## Do you ship abroad?\n\nYes.')
    await acme.look()
    const ids = (await acme.offered()).items.map(({ id }) => id)
    const results = await Promise.allSettled([1, 2].map(() => acceptSuggestions(acme.ctx, { ids, status: 'draft' })))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await acme.count('faqs')).toBe(1)
  })

  it('accepts all up to the plan’s limit, and reports the remaining number', async () => {
    const acme = await team({ freeAccess: false })
    await acme.write('Inventions', manyQuestions(6))
    for (let index = 0; index < 46; index++)
      await createFaq(acme.ctx, faqInput({ question: `Number ${index}?`, status: 'draft' }))
    await acme.look()
    const ids = (await acme.offered()).items.map(({ id }) => id)
    expect(ids).toHaveLength(6)
    const done = await acceptSuggestions(acme.ctx, { ids, status: 'draft' })
    expect(done).toMatchObject({ faq_ids: { length: 4 }, left: 2, limit: 50 })
    expect(await acme.asked()).toHaveLength(2)
    await expect(acceptSuggestions(acme.ctx, { ids, status: 'draft' })).rejects.toMatchObject({ code: 'limit.faqs' })
    expect(await acme.count('faqs')).toBe(50)
  })

  it('allows undoing the dismissal of all', async () => {
    const acme = await team()
    await acme.write('Care', HELP)
    await acme.look()
    const ids = (await acme.offered()).items.map(({ id }) => id)
    await dismissSuggestions(acme.ctx, ids)
    expect(await acme.asked()).toEqual([])
    expect(await restoreSuggestions(acme.ctx, ids)).toBe(2)
    expect((await acme.offered()).items.map(({ id }) => id)).toEqual(ids)
    await acme.look()
    expect((await acme.offered()).items.map(({ id }) => id)).toEqual(ids)
  })
})

describe('suggestions by a model', () => {
  const TEXT = 'Parcels leave on Mondays. The kettle is made of copper and boils a litre in two minutes.'
  /** Says one thing when it is to find questions, another when it is to answer one. */
  const model = (answer: string, questions = 'When do parcels leave?\nWhat is the kettle made of?'): Generate =>
    async function* ({ system }) {
      yield system.startsWith('You read a text') ? questions : answer
    }

  it('cover questions that no text states, without unsupported statements, which are reported', async () => {
    const acme = await team({ generate: model('Parcels leave on Mondays [1]. You get a free bicycle with each [1].') })
    await acme.write('Parcels', TEXT)
    await acme.look()
    const { items } = await acme.offered()
    expect(items[0]).toMatchObject({
      kind: 'model',
      question: 'When do parcels leave?',
      answer: 'Parcels leave on Mondays.',
      left_out: 1,
      source: { title: 'Parcels' },
    })
    expect(JSON.stringify(items)).not.toContain('bicycle')
  })

  it('are discarded when the model invents everything, refuses, or fails', async () => {
    for (const generate of [
      model('You get a free bicycle [1]. Call 555-1234 [1].'),
      model('NOT_IN_PASSAGES'),
      model('x', 'I cannot do that.'),
    ]) {
      const acme = await team({ generate })
      await acme.write('Parcels', TEXT)
      await acme.look()
      expect(await acme.asked()).toEqual([])
    }
  })

  it('use each text once, and none when there are enough suggestions', async () => {
    let shown = 0
    const generate: Generate = async function* ({ system }) {
      if (system.startsWith('You read a text')) shown++
      yield 'NOT_IN_PASSAGES'
    }
    const acme = await team({ generate })
    await acme.write('Parcels', TEXT)
    await acme.look()
    await acme.look()
    expect(shown).toBe(1)
    const full = await team({ generate })
    await full.write('Inventions', manyQuestions(25))
    await full.look()
    expect(shown).toBe(1)
  })
})
