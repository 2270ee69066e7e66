import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput, faqWriter } from '../../../../tests/support/content/test-context.ts'
import { importFaqsInput } from '../contract.ts'
import { archiveAllFaqs } from './archive-all-faqs.ts'
import { createFaq } from './create-faq.ts'
import { countFaqs, listFaqs, publishedFaqs } from './faqs.queries.ts'
import { importFaqs } from './transfer/import-faqs.ts'
import { deleteAllFaqs } from './trash/delete-all-faqs.ts'
import { deleteFaq } from './trash/delete-faq.ts'
import { updateFaq } from './update-faq.ts'

const testContext = await createTestContext()

const setUp = (options?: { freeAccess?: boolean }) => faqWriter(testContext, options)
const inWorkspace = (id: string) => `workspace_id = '${id}'`

describe('a FAQ', () => {
  it('is saved with its chunk and index entry, and deletion removes all of them', async () => {
    const { id, ctx } = await setUp()
    const faq = await createFaq(ctx, faqInput({ alternative_questions: ['I forgot my password'] }))
    expect(faq).toMatchObject({
      display_order: 1,
      status: 'published',
      slug: 'how-do-i-reset-my-password',
      warnings: [],
    })
    expect(
      await testContext.count(
        'knowledge_chunks',
        `${inWorkspace(id)} and source_type = 'faq' and source_id = '${faq.id}'`,
      ),
    ).toBe(1)
    expect(await testContext.count('search_entries', inWorkspace(id))).toBe(1)
    await deleteFaq(ctx, faq.id)
    for (const table of ['faqs', 'knowledge_chunks', 'search_entries'])
      expect(await testContext.count(table, inWorkspace(id))).toBe(0)
  })

  it('has a chunk in the specified wording', async () => {
    const { id, ctx } = await setUp()
    await createFaq(ctx, faqInput({ question: 'Q1?', answer: 'A1', category: 'Billing' }))
    expect(
      await testContext.count(
        'knowledge_chunks',
        `${inWorkspace(id)} and content = 'Q: Q1? / A: A1 / Category: Billing'`,
      ),
    ).toBe(1)
  })

  it('is searchable only while it is published', async () => {
    const { id, ctx } = await setUp()
    const faq = await createFaq(ctx, faqInput({ status: 'draft' }))
    expect(await testContext.count('search_entries', inWorkspace(id))).toBe(0)
    await updateFaq(ctx, { id: faq.id, status: 'published' })
    expect(await testContext.count('search_entries', inWorkspace(id))).toBe(1)
    await updateFaq(ctx, { id: faq.id, status: 'archived' })
    expect(await testContext.count('search_entries', inWorkspace(id))).toBe(0)
    expect(await testContext.count('knowledge_chunks', inWorkspace(id))).toBe(1)
  })

  it('causes a warning, but no refusal, when its question exists in any spelling', async () => {
    const { ctx } = await setUp()
    const first = await createFaq(ctx, faqInput({ question: 'How do I pay?' }))
    const second = await createFaq(ctx, faqInput({ question: '  how do I PAY!! ' }))
    expect(second.warnings).toEqual([
      { code: 'faq.duplicate_question', message: expect.any(String), faq_id: first.id, question: first.question },
    ])
    expect(second.slug).not.toBe(first.slug)
  })

  it('keeps its slug when the question changes', async () => {
    const { ctx } = await setUp()
    const faq = await createFaq(ctx, faqInput())
    const changed = await updateFaq(ctx, { id: faq.id, question: 'Something else?' })
    expect(changed).toMatchObject({ slug: faq.slug, question: 'Something else?' })
  })

  it('emits an event after the commit, and none after a failure', async () => {
    const { id, ctx } = await setUp()
    const faq = await createFaq(ctx, faqInput())
    await expect
      .poll(() => testContext.receivedEvents.filter((event) => event.workspace_id === id).map((event) => event.type))
      .toEqual(expect.arrayContaining(['faq.changed', 'content.changed']))
    const before = testContext.receivedEvents.length
    await expect(deleteFaq(ctx, id)).rejects.toMatchObject({ kind: 'not_found' })
    await updateFaq(ctx, { id: faq.id, category: 'Billing' })
    const since = () =>
      testContext.receivedEvents
        .slice(before)
        .filter((event) => event.workspace_id === id && event.type === 'faq.changed')
    await expect.poll(() => since().length).toBeGreaterThan(0)
    expect(since()).toHaveLength(1)
  })

  it('preserves any text', async () => {
    const { ctx } = await setUp()
    const nasty = `<img src=x onerror=alert(1)> ${'🙈'.repeat(20)} שלום '; drop table faqs; --`
    const faq = await createFaq(ctx, faqInput({ question: nasty, answer: nasty, category: nasty.slice(0, 60) }))
    const { items } = await listFaqs(ctx, { limit: 10 })
    expect(items).toMatchObject([{ id: faq.id, question: nasty, answer: nasty }])
  })
})

describe('the order of FAQs', () => {
  const orders = async (context: Parameters<typeof listFaqs>[0]) =>
    (await listFaqs(context, { limit: 200 })).items.map((f) => [f.question, f.display_order])

  it('is 1..n after appending, moving and deleting', async () => {
    const { ctx } = await setUp()
    const faqs = []
    for (const question of ['a?', 'b?', 'c?', 'd?']) faqs.push(await createFaq(ctx, faqInput({ question })))
    await updateFaq(ctx, { id: faqs[3]!.id, display_order: 1 })
    expect(await orders(ctx)).toEqual([
      ['d?', 1],
      ['a?', 2],
      ['b?', 3],
      ['c?', 4],
    ])
    await updateFaq(ctx, { id: faqs[3]!.id, display_order: 99 })
    expect(await orders(ctx)).toEqual([
      ['a?', 1],
      ['b?', 2],
      ['c?', 3],
      ['d?', 4],
    ])
    await updateFaq(ctx, { id: faqs[1]!.id, display_order: -5 })
    await deleteFaq(ctx, faqs[0]!.id)
    expect(await orders(ctx)).toEqual([
      ['b?', 1],
      ['c?', 2],
      ['d?', 3],
    ])
  })

  it('is 1..n after many concurrent creations and deletions', async () => {
    const { ctx } = await setUp()
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, index) => createFaq(ctx, faqInput({ question: `Number ${index}?` }))),
    )
    await Promise.all([
      deleteFaq(ctx, created[2]!.id),
      deleteFaq(ctx, created[5]!.id),
      createFaq(ctx, faqInput({ question: 'one more?' })),
    ])
    expect((await orders(ctx)).map(([, order]) => order)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('is paginated by cursor without gaps or duplicates', async () => {
    const { ctx } = await setUp()
    for (let index = 0; index < 5; index++) await createFaq(ctx, faqInput({ question: `q${index}?` }))
    const first = await listFaqs(ctx, { limit: 2 })
    const second = await listFaqs(ctx, { limit: 2, cursor: first.next_cursor! })
    const third = await listFaqs(ctx, { limit: 2, cursor: second.next_cursor! })
    expect([first, second, third].flatMap((p) => p.items.map((f) => f.question))).toEqual([
      'q0?',
      'q1?',
      'q2?',
      'q3?',
      'q4?',
    ])
    expect(third.next_cursor).toBeNull()
    await expect(listFaqs(ctx, { limit: 2, cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})

describe('changing all FAQs at once', () => {
  it('archives and deletes only those of this workspace', async () => {
    const mine = await setUp()
    const other = await setUp()
    await createFaq(mine.ctx, faqInput())
    await createFaq(mine.ctx, faqInput({ question: 'Another?', status: 'draft' }))
    await createFaq(other.ctx, faqInput())
    expect(await archiveAllFaqs(mine.ctx)).toBe(2)
    expect(await publishedFaqs(mine.ctx)).toEqual([])
    expect(await deleteAllFaqs(mine.ctx)).toMatchObject({ deleted: 2 })
    expect(await testContext.count('knowledge_chunks', inWorkspace(mine.id))).toBe(0)
    expect(await publishedFaqs(other.ctx)).toHaveLength(1)
  })
})

describe('the plan limit', () => {
  it('allows 50 live FAQs and refuses the next, and one of two concurrent requests', async () => {
    const { ctx } = await setUp({ freeAccess: false })
    const items = Array.from({ length: 49 }, (_, index) => ({ question: `Question number ${index}?`, answer: 'Yes.' }))
    await importFaqs(ctx, importFaqsInput.parse({ items }))
    const race = await Promise.allSettled([
      createFaq(ctx, faqInput({ question: 'x?' })),
      createFaq(ctx, faqInput({ question: 'y?' })),
    ])
    expect(race.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(race.find((r) => r.status === 'rejected')).toMatchObject({ reason: { kind: 'limit', code: 'limit.faqs' } })
    expect(await countFaqs(ctx)).toBe(50)
    const archived = await createFaq(ctx, faqInput({ question: 'z?', status: 'archived' }))
    await expect(updateFaq(ctx, { id: archived.id, status: 'draft' })).rejects.toMatchObject({ code: 'limit.faqs' })
  })

  it('refuses writing after the trial ended', async () => {
    const userId = await testContext.person({ trialDays: -1 })
    const { id } = await testContext.workspace(userId)
    await expect(testContext.as(userId, id, 'faq.write')).rejects.toMatchObject({
      kind: 'limit',
      code: 'limit.no_access',
    })
    await expect(testContext.as(userId, id, 'faq.read', false)).resolves.toBeDefined()
  })
})

describe('importing FAQs', () => {
  it('reports an outcome per row and saves the valid ones', async () => {
    const { ctx } = await setUp()
    const out = await importFaqs(
      ctx,
      importFaqsInput.parse({
        items: [
          { question: 'One?', answer: '1', status: 'published' },
          { question: '', answer: 'nothing asked' },
          'not an object',
          { question: 'Two?', answer: '2', alternative_questions: ['Deux?'] },
          { question: 'one', answer: 'again' },
          { question: 'Three?', answer: '3', category: 'x'.repeat(61) },
        ],
      }),
    )
    expect(out).toMatchObject({ created: 2, updated: 0, skipped: 1 })
    expect(out.failed.map((f) => f.index)).toEqual([1, 2, 5])
    expect(out.failed[0]).toMatchObject({ code: 'invalid_item', message: 'Question and answer are required' })
    expect(out.ids.map((id) => id !== null)).toEqual([true, false, false, true, true, false])
    expect(out.ids[4]).toBe(out.ids[0])
  })

  it.each(['skip', 'update', 'create'] as const)('handles a duplicate: %s', async (on_duplicate) => {
    const { ctx } = await setUp()
    const old = await createFaq(ctx, faqInput({ question: 'Same?', answer: 'old' }))
    const out = await importFaqs(
      ctx,
      importFaqsInput.parse({ on_duplicate, items: [{ question: 'same', answer: 'new', status: 'published' }] }),
    )
    const answers = (await listFaqs(ctx, { limit: 10 })).items.map((f) => f.answer)
    expect({ out: [out.created, out.updated, out.skipped], answers }).toEqual(
      {
        skip: { out: [0, 0, 1], answers: ['old'] },
        update: { out: [0, 1, 0], answers: ['new'] },
        create: { out: [1, 0, 0], answers: ['old', 'new'] },
      }[on_duplicate],
    )
    if (on_duplicate !== 'create') expect(out.ids).toEqual([old.id])
  })

  it('updates only the fields that a row contains, and restores nothing beyond the limit', async () => {
    const { ctx } = await setUp({ freeAccess: false })
    const kept = { category: 'Product', status: 'published' as const, alternative_questions: ['Autre?'] }
    await createFaq(ctx, faqInput({ question: 'Kept?', answer: 'old', ...kept }))
    await createFaq(ctx, faqInput({ question: 'Put away?', answer: 'old', status: 'archived' }))
    const items = Array.from({ length: 49 }, (_, index) => ({ question: `Number ${index}?`, answer: 'x' }))
    await importFaqs(ctx, importFaqsInput.parse({ items }))
    const out = await importFaqs(
      ctx,
      importFaqsInput.parse({
        on_duplicate: 'update',
        items: [
          { question: 'Kept?', answer: 'new' },
          { question: 'Put away?', answer: 'new' },
          { question: 'Put away?', answer: 'newer', status: 'published' },
        ],
      }),
    )
    expect(out).toMatchObject({ created: 0, updated: 2, failed: [{ index: 2, code: 'limit.faqs' }] })
    const { items: faqs } = await listFaqs(ctx, { limit: 2 })
    expect(faqs).toMatchObject([
      { answer: 'new', ...kept },
      { answer: 'new', status: 'archived' },
    ])
  })
})
