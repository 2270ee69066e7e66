import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput, faqWriter } from '../../../../../tests/support/content/test-context.ts'
import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import { importFaqsInput, TRASH_DAYS } from '../../contract.ts'
import { createFaq } from '../create-faq.ts'
import { countFaqs, listFaqs, publishedFaqs } from '../faqs.queries.ts'
import { importFaqs } from '../transfer/import-faqs.ts'
import { updateFaq } from '../update-faq.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { deleteAllFaqs } from './delete-all-faqs.ts'
import { deleteFaq } from './delete-faq.ts'
import { moveToTrash } from './move-to-trash.ts'
import { purgeTrash } from './purge-trash.job.ts'
import { emptyTrash, purgeFaqs } from './purge-trash.ts'
import { restoreFaqs } from './restore-faqs.ts'
import { listTrash } from './trash.queries.ts'

const testContext = await createTestContext()

const setUp = (options?: { freeAccess?: boolean }) => faqWriter(testContext, options)
const inWorkspace = (id: string) => `workspace_id = '${id}'`
const order = async (context: WorkspaceContext) =>
  (await listFaqs(context, { limit: 200 })).items.map(({ question, display_order: place }) => `${place} ${question}`)
const create = async (context: WorkspaceContext, ...questions: string[]) => {
  const ids: string[] = []
  for (const question of questions) ids.push((await createFaq(context, faqInput({ question }))).id)
  return ids
}
const limited = (n: number) =>
  importFaqsInput.parse({
    items: Array.from({ length: n }, (_, index) => ({ question: `Number ${index}?`, answer: 'x' })),
  })

describe('a deleted FAQ', () => {
  it('disappears from all searches and lists, and stays in the trash for 30 days', async () => {
    const { id, ctx } = await setUp()
    const [a, b] = await create(ctx, 'a?', 'b?')
    await deleteFaq(ctx, a!)
    expect(await order(ctx)).toEqual(['1 b?'])
    expect((await publishedFaqs(ctx)).map((faq) => faq.id)).toEqual([b])
    expect(await countFaqs(ctx)).toBe(1)
    expect(await testContext.count('search_entries', inWorkspace(id))).toBe(1)
    expect(await testContext.count('knowledge_chunks', inWorkspace(id))).toBe(1)
    const { items, total } = await listTrash(ctx, { limit: 10 })
    expect({ items, total }).toMatchObject({
      total: 1,
      items: [{ id: a, question: 'a?', status: 'published', deleted_by: { kind: 'person', name: 'Test Person' } }],
    })
    const { deleted_at, purged_at } = items[0]!
    expect(Date.parse(purged_at) - Date.parse(deleted_at)).toBe(TRASH_DAYS * 86_400_000)
  })

  it('frees a place in the plan and its question', async () => {
    const { ctx } = await setUp({ freeAccess: false })
    const { ids } = await importFaqs(ctx, limited(50))
    await deleteFaq(ctx, ids[0]!)
    expect((await createFaq(ctx, faqInput({ question: 'Number 0?' }))).warnings).toEqual([])
    await expect(restoreFaqs(ctx, { ids: [ids[0]!] })).rejects.toMatchObject({ code: 'limit.faqs' })
    expect((await listTrash(ctx, { limit: 1 })).total).toBe(1)
  })

  it('is recorded when deleted and restored', async () => {
    const { id, ctx } = await setUp()
    const [a] = await create(ctx, 'a?')
    await deleteFaq(ctx, a!)
    await restoreFaqs(ctx, { ids: [a!] })
    expect(
      await testContext.count(
        'audit_log',
        `${inWorkspace(id)} and action in ('faq.deleted','faq.restored') and subject = 'a?'`,
      ),
    ).toBe(2)
  })
})

describe('restoring FAQs', () => {
  it('appends them, with a new slug when the old one is taken, and makes them searchable', async () => {
    const { id, ctx } = await setUp()
    const [a] = await create(ctx, 'Same?', 'b?')
    const alternatives = await updateFaq(ctx, { id: a!, alternative_questions: ['Autre?'] })
    await deleteFaq(ctx, a!)
    const again = await createFaq(ctx, faqInput({ question: 'Same?' }))
    expect(again.slug).toBe('same')
    expect(await restoreFaqs(ctx, { ids: [a!] })).toBe(1)
    expect(await order(ctx)).toEqual(['1 b?', '2 Same?', '3 Same?'])
    const { items } = await listFaqs(ctx, { limit: 10 })
    expect(items[2]).toMatchObject({
      id: a,
      version: alternatives.version,
      alternative_questions: ['Autre?'],
      slug: expect.stringMatching(/^same-/),
    })
    expect(await testContext.count('search_entries', inWorkspace(id))).toBe(3)
    expect((await listTrash(ctx, { limit: 10 })).total).toBe(0)
    await expect(restoreFaqs(ctx, { ids: [a!] })).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('puts them back in their former positions after a deletion', async () => {
    const { ctx } = await setUp()
    const [a, b, c, d, e] = await create(ctx, 'a?', 'b?', 'c?', 'd?', 'e?')
    const before = await order(ctx)
    const one = await deleteFaq(ctx, b!)
    await restoreFaqs(ctx, { deletionId: one })
    expect(await order(ctx)).toEqual(before)

    const some = await withFaqOrder(ctx, (transaction) => moveToTrash(transaction, [e!, a!, c!]))
    expect(await order(ctx)).toEqual(['1 b?', '2 d?'])
    await deleteFaq(ctx, d!)
    await restoreFaqs(ctx, { deletionId: some.deletionId! })
    expect(await order(ctx)).toEqual(['1 a?', '2 b?', '3 c?', '4 e?'])
  })

  it('restores all FAQs of a Delete All, in batches, and no others', async () => {
    const { id, ctx } = await setUp()
    await importFaqs(ctx, limited(120))
    const [first] = (await listFaqs(ctx, { limit: 1 })).items
    await deleteFaq(ctx, first!.id)
    const before = await order(ctx)
    const { deleted, deletion_id } = await deleteAllFaqs(ctx)
    expect(deleted).toBe(119)
    expect(await restoreFaqs(ctx, { deletionId: deletion_id! })).toBe(119)
    expect(await order(ctx)).toEqual(before)
    expect(await testContext.count('trashed_faqs', inWorkspace(id))).toBe(1)
    expect(await testContext.count('knowledge_chunks', inWorkspace(id))).toBe(119)
  })

  it('keeps the order 1..n during concurrent creations and deletions', async () => {
    const { ctx } = await setUp()
    const ids = await create(ctx, 'a?', 'b?', 'c?', 'd?')
    await deleteFaq(ctx, ids[0]!)
    const deletion = await deleteFaq(ctx, ids[1]!)
    await Promise.all([
      restoreFaqs(ctx, { ids: [ids[0]!] }),
      restoreFaqs(ctx, { deletionId: deletion }),
      deleteFaq(ctx, ids[2]!),
      createFaq(ctx, faqInput({ question: 'e?' })),
    ])
    const places = (await listFaqs(ctx, { limit: 10 })).items.map((faq) => faq.display_order)
    expect(places).toEqual([1, 2, 3, 4])
  })

  it('is refused for another workspace', async () => {
    const mine = await setUp()
    const other = await setUp()
    const [a] = await create(mine.ctx, 'a?')
    const deletionId = await deleteFaq(mine.ctx, a!)
    await expect(restoreFaqs(other.ctx, { ids: [a!] })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(restoreFaqs(other.ctx, { deletionId })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(purgeFaqs(other.ctx, [a!])).rejects.toMatchObject({ kind: 'not_found' })
    expect(await emptyTrash(other.ctx)).toBe(0)
    expect((await listTrash(mine.ctx, { limit: 10 })).total).toBe(1)
  })
})

describe('the trash', () => {
  it('is paginated, newest deletion first, and searchable', async () => {
    const { ctx } = await setUp()
    const [a] = await create(ctx, 'a?', 'b?', 'c?')
    await deleteFaq(ctx, a!)
    await deleteAllFaqs(ctx)
    const first = await listTrash(ctx, { limit: 2 })
    const second = await listTrash(ctx, { limit: 2, cursor: first.next_cursor! })
    expect([first, second].map(({ items }) => items.map(({ question }) => question))).toEqual([['b?', 'c?'], ['a?']])
    expect(second.next_cursor).toBeNull()
    expect((await listTrash(ctx, { limit: 2, q: 'B?' })).items).toMatchObject([{ question: 'b?' }])
    await expect(listTrash(ctx, { limit: 2, cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })

  it('can be emptied permanently, including the history of its FAQs', async () => {
    const { id, ctx } = await setUp()
    const [a, b, c] = await create(ctx, 'a?', 'b?', 'c?')
    await withFaqOrder(ctx, (transaction) => moveToTrash(transaction, [a!, b!]))
    expect(await purgeFaqs(ctx, [a!])).toBe(1)
    expect(await testContext.count('faq_versions', `${inWorkspace(id)} and faq_id = '${a}'`)).toBe(0)
    expect(await emptyTrash(ctx)).toBe(1)
    expect(await testContext.count('trashed_faqs', inWorkspace(id))).toBe(0)
    expect(await testContext.count('faq_versions', inWorkspace(id))).toBe(1)
    expect(await order(ctx)).toEqual(['1 c?'])
    expect(c).toBeDefined()
  })

  it('removes FAQs after 30 days automatically, and a second run changes nothing', async () => {
    const { id, ctx } = await setUp()
    const [a] = await create(ctx, 'a?')
    await deleteFaq(ctx, a!)
    const day = 86_400_000
    await purgeTrash(testContext.services, new Date(Date.now() + (TRASH_DAYS - 1) * day))
    expect(await testContext.count('trashed_faqs', inWorkspace(id))).toBe(1)
    const later = new Date(Date.now() + (TRASH_DAYS + 1) * day)
    await purgeTrash(testContext.services, later)
    await purgeTrash(testContext.services, later)
    expect(await testContext.count('trashed_faqs', inWorkspace(id))).toBe(0)
    expect(await testContext.count('faq_versions', inWorkspace(id))).toBe(0)
  })
})
