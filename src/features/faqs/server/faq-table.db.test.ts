// Server side of the FAQ table: rows, moving, and bulk changes.
import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput, faqWriter } from '../../../../tests/support/content/test-context.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { type CreateFaqInput, importFaqsInput, updateManyInput } from '../contract.ts'
import { createFaq } from './create-faq.ts'
import { getFaq, listRows, matchingFaqs } from './faq-rows.queries.ts'
import { reorderFaq } from './reorder-faq.ts'
import { importFaqs } from './transfer/import-faqs.ts'
import { deleteFaq } from './trash/delete-faq.ts'
import { deleteManyFaqs } from './trash/delete-many-faqs.ts'
import { restoreFaqs } from './trash/restore-faqs.ts'
import { updateFaq } from './update-faq.ts'
import { updateManyFaqs } from './update-many-faqs.ts'

const testContext = await createTestContext()

const setUp = (options?: { freeAccess?: boolean }) => faqWriter(testContext, options)
/** Writes FAQs named after the letters. @returns their ids by letter */
async function letters(context: WorkspaceContext, text: string, changes: Partial<CreateFaqInput> = {}) {
  const items = [...text].map((letter) => ({ question: `${letter}?`, answer: `About ${letter}.`, ...changes }))
  const { ids } = await importFaqs(context, importFaqsInput.parse({ items, on_duplicate: 'create' }))
  return Object.fromEntries([...text].map((letter, index) => [letter, ids[index] ?? '']))
}
/** The letters in their order, which is 1..n. */
async function order(context: WorkspaceContext): Promise<string> {
  const { items, total } = await listRows(context, { limit: 5000 })
  expect(items.map((row) => row.display_order)).toEqual(items.map((_, index) => index + 1))
  expect(total).toBe(items.length)
  return items.map((row) => row.question.slice(0, -1)).join('')
}
const parse = (input: object) => updateManyInput.parse(input)
const nobody = '01900000-0000-7000-8000-000000000000'

/** Which transaction wrote each row last, by question. */
const writers = (workspaceId: string): Promise<Map<string, string>> =>
  systemTransaction(testContext.db, async (transaction) => {
    const { rows } = await transaction.execute<{ question: string; writer: string }>(
      `select question, xmin::text as writer from faqs where workspace_id = '${workspaceId}'`,
    )
    return new Map(rows.map((row) => [row.question, row.writer]))
  })

describe('the rows of the table', () => {
  it('are in order, in pages, without texts, or selected by id', async () => {
    const { ctx } = await setUp()
    const ids = await letters(ctx, 'abcde', { category: 'Billing' })
    const first = await listRows(ctx, { limit: 2 })
    expect(first.items).toEqual([
      { id: ids.a, question: 'a?', category: 'Billing', status: 'draft', display_order: 1 },
      { id: ids.b, question: 'b?', category: 'Billing', status: 'draft', display_order: 2 },
    ])
    expect(first.total).toBe(5)
    const second = await listRows(ctx, { limit: 2, cursor: first.next_cursor ?? '' })
    const third = await listRows(ctx, { limit: 2, cursor: second.next_cursor ?? '' })
    expect([...second.items, ...third.items].map((row) => row.question)).toEqual(['c?', 'd?', 'e?'])
    expect(third.next_cursor).toBeNull()
    expect((await listRows(ctx, { limit: 5 })).next_cursor).toBeNull()
    const some = await listRows(ctx, { limit: 5000, ids: [ids.d ?? '', nobody, ids.b ?? ''] })
    expect(some.items.map((row) => row.question)).toEqual(['b?', 'd?'])
    expect(some).toMatchObject({ next_cursor: null, total: 5 })
    await expect(listRows(ctx, { limit: 2, cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })

  it('contain no texts, and the texts of one FAQ are loaded on request', async () => {
    const { ctx } = await setUp()
    const { a = '' } = await letters(ctx, 'a', { alternative_questions: ['A or not?'] })
    expect(await getFaq(ctx, a)).toMatchObject({ answer: 'About a.', alternative_questions: ['A or not?'] })
    await expect(getFaq(ctx, nobody)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('are found by a text in question, answer or alternatives, exactly as typed', async () => {
    const { ctx } = await setUp()
    const wool = await createFaq(ctx, faqInput({ question: 'Is WOOL warm?', answer: 'Yes.' }))
    const silk = await createFaq(ctx, faqInput({ question: 'What is soft?', answer: 'Silk, and wool.' }))
    const other = await createFaq(
      ctx,
      faqInput({ question: 'How much?', answer: '100 %', alternative_questions: ['woollen prices'] }),
    )
    const found = async (query: string) => (await matchingFaqs(ctx, query)).sort()
    expect(await found('wool')).toEqual([wool.id, silk.id, other.id].sort())
    expect(await found('silk')).toEqual([silk.id])
    expect(await found('%')).toEqual([other.id])
    expect(await found('_')).toEqual([])
  })
})

describe('moving a FAQ', () => {
  it.each([
    ['b', 4, 'acdbe', 3],
    ['d', 2, 'adbce', 3],
    ['a', 99, 'bcdea', 5],
    ['e', -3, 'eabcd', 5],
    ['c', 3, 'abcde', 0],
  ])('%s to %i', async (letter, position, expected, moved) => {
    const { ctx } = await setUp()
    const ids = await letters(ctx, 'abcde')
    expect(await reorderFaq(ctx, ids[letter] ?? '', position)).toEqual({
      display_order: expected.indexOf(letter) + 1,
      moved,
    })
    expect(await order(ctx)).toBe(expected)
  })

  it('writes only the rows whose position changed, without a new version', async () => {
    const { id, ctx } = await setUp()
    const ids = await letters(ctx, 'abcdefgh', { status: 'published' })
    const before = await getFaq(ctx, ids.c ?? '')
    const wrote = await writers(id)
    expect(await reorderFaq(ctx, ids.c ?? '', 5)).toMatchObject({ moved: 3 })
    const written = [...(await writers(id))].filter(([question, writer]) => wrote.get(question) !== writer)
    expect(written.map(([question]) => question).sort()).toEqual(['c?', 'd?', 'e?'])
    expect(await getFaq(ctx, ids.c ?? '')).toEqual({ ...before, display_order: 5 })
  })

  it('emits an event, unless the position stays the same', async () => {
    const { id, ctx } = await setUp()
    const ids = await letters(ctx, 'ab')
    const changes = () =>
      testContext.receivedEvents.filter((event) => event.workspace_id === id && event.type === 'faq.changed')
    await expect.poll(changes).toHaveLength(1)
    await reorderFaq(ctx, ids.a ?? '', 1)
    await reorderFaq(ctx, ids.a ?? '', 2)
    await expect.poll(changes).toMatchObject([{}, { ids: [ids.a] }])
  })

  it('is refused when the FAQ was deleted before', async () => {
    const { ctx } = await setUp()
    const ids = await letters(ctx, 'abc')
    await deleteFaq(ctx, ids.b ?? '')
    await expect(reorderFaq(ctx, ids.b ?? '', 1)).rejects.toMatchObject({ kind: 'not_found' })
    expect(await order(ctx)).toBe('ac')
  })

  it('keeps the order 1..n during concurrent changes', async () => {
    const { ctx } = await setUp()
    const ids = await letters(ctx, 'abcdefghij')
    const id = (letter: string) => ids[letter] ?? ''
    const results = await Promise.allSettled([
      reorderFaq(ctx, id('j'), 1),
      deleteFaq(ctx, id('e')),
      reorderFaq(ctx, id('e'), 9),
      createFaq(ctx, faqInput({ question: 'k?' })),
      deleteManyFaqs(ctx, [id('b'), id('c'), id('j')]),
      reorderFaq(ctx, id('a'), 10),
      updateFaq(ctx, { id: id('h'), display_order: 2 }),
      reorderFaq(ctx, id('j'), 5),
      updateManyFaqs(ctx, parse({ ids: Object.values(ids), status: 'published' })),
    ])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'not_found' })
    expect([...(await order(ctx))].sort().join('')).toBe('adfghik')
  })
})

describe('changing many FAQs', () => {
  it('returns an outcome for each, in the order of the ids', async () => {
    const mine = await setUp()
    const other = await setUp()
    const ids = await letters(mine.ctx, 'abc')
    const { x = '' } = await letters(other.ctx, 'x')
    const { a = '', b = '', c = '' } = ids
    await updateFaq(mine.ctx, { id: b, status: 'archived' })
    const wanted = parse({ ids: [c, nobody, b, x, a, a], status: 'published', if_status: 'draft' })
    expect(await updateManyFaqs(mine.ctx, wanted)).toEqual([
      { id: c, outcome: 'done' },
      { id: nobody, outcome: 'not_found' },
      { id: b, outcome: 'unchanged' },
      { id: x, outcome: 'not_found' },
      { id: a, outcome: 'done' },
    ])
    expect((await listRows(mine.ctx, { limit: 9 })).items.map((row) => row.status)).toEqual([
      'published',
      'archived',
      'published',
    ])
    expect((await listRows(other.ctx, { limit: 9 })).items).toMatchObject([{ status: 'draft' }])
    expect(await testContext.count('search_entries', `workspace_id = '${mine.id}'`)).toBe(2)
    expect(await updateManyFaqs(mine.ctx, parse({ ids: [a, b, c], category: 'Billing' }))).toEqual(
      [a, b, c].map((id) => ({ id, outcome: 'done' })),
    )
    expect(
      await testContext.count(
        'knowledge_chunks',
        `workspace_id = '${mine.id}' and content like '%/ Category: Billing'`,
      ),
    ).toBe(3)
    expect(await order(mine.ctx)).toBe('abc')
  })

  it('continues beyond the size of one transaction', async () => {
    const { ctx } = await setUp()
    const items = Array.from({ length: 120 }, (_, index) => ({ question: `Number ${index}?`, answer: 'x' }))
    const { ids } = await importFaqs(ctx, importFaqsInput.parse({ items }))
    const outcomes = await updateManyFaqs(ctx, parse({ ids, status: 'archived' }))
    expect(outcomes.map(({ id }) => id)).toEqual(ids)
    expect(outcomes.every(({ outcome }) => outcome === 'done')).toBe(true)
    expect((await listRows(ctx, { limit: 500 })).items.every(({ status }) => status === 'archived')).toBe(true)
  })

  it('restores at most as many as the plan allows', async () => {
    const { ctx } = await setUp({ freeAccess: false })
    const items = Array.from({ length: 48 }, (_, index) => ({ question: `Number ${index}?`, answer: 'x' }))
    await importFaqs(ctx, importFaqsInput.parse({ items }))
    const { a, b, c } = await letters(ctx, 'abc', { status: 'archived' })
    const outcomes = await updateManyFaqs(ctx, parse({ ids: [a, b, c], status: 'draft' }))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'limit'])
  })

  it('deletes their chunks, closes the gaps in the order, and reports missing and foreign ones', async () => {
    const mine = await setUp()
    const other = await setUp()
    const { a = '', c = '', e = '' } = await letters(mine.ctx, 'abcdef', { status: 'published' })
    const { x = '' } = await letters(other.ctx, 'x')
    const { outcomes, deletion_id } = await deleteManyFaqs(mine.ctx, [e, x, a, nobody, c])
    expect(outcomes).toEqual([
      { id: e, outcome: 'done' },
      { id: x, outcome: 'not_found' },
      { id: a, outcome: 'done' },
      { id: nobody, outcome: 'not_found' },
      { id: c, outcome: 'done' },
    ])
    expect(await order(mine.ctx)).toBe('bdf')
    expect(await order(other.ctx)).toBe('x')
    for (const table of ['knowledge_chunks', 'search_entries'])
      expect(await testContext.count(table, `workspace_id = '${mine.id}'`)).toBe(3)
    expect(await restoreFaqs(mine.ctx, { deletionId: deletion_id ?? '' })).toBe(3)
    expect(await order(mine.ctx)).toBe('abcdef')
    expect(await deleteManyFaqs(mine.ctx, [nobody])).toMatchObject({ deletion_id: null })
  })
})
