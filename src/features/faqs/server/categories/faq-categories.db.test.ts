import { describe, expect, it } from 'vitest'
import { createTestContext, faqInput, faqWriter } from '../../../../../tests/support/content/test-context.ts'
import { CATEGORIES, CATEGORIES_MAX, createFaqInput, importFaqsInput } from '../../contract.ts'
import { createFaq } from '../create-faq.ts'
import { listFaqs } from '../faqs.queries.ts'
import { listVersions } from '../history/faq-history.ts'
import { importFaqs } from '../transfer/import-faqs.ts'
import { deleteFaq } from '../trash/delete-faq.ts'
import { restoreFaqs } from '../trash/restore-faqs.ts'
import { updateFaq } from '../update-faq.ts'
import { addCategory, deleteCategory, renameCategory, reorderCategories } from './edit-categories.ts'
import { listCategories, listCategoriesWithCounts } from './faq-categories.ts'

const testContext = await createTestContext()

const setUp = () => faqWriter(testContext)

describe('the categories of a workspace', () => {
  it('are initially the specified seven, with General as the default', async () => {
    const { ctx, id } = await setUp()
    expect(await listCategories(ctx)).toEqual([
      'General',
      'Technical',
      'Billing',
      'Support',
      'Product',
      'Policy',
      'Service',
    ])
    expect((await listCategoriesWithCounts(ctx)).find((c) => c.is_default)).toMatchObject({ name: 'General' })
    await createFaq(ctx, faqInput({ category: 'Policy' }))
    expect(await testContext.count('faq_categories', `workspace_id = '${id}'`)).toBe(0)
  })

  it('are created by FAQs, ignoring differences in case', async () => {
    const { ctx } = await setUp()
    const faq = await createFaq(ctx, faqInput({ category: 'Machines' }))
    const items = [
      { question: 'One?', answer: '1', category: 'machines' },
      { question: 'Two?', answer: '2', category: 'Yarn' },
    ]
    await importFaqs(ctx, importFaqsInput.parse({ items }))
    await updateFaq(ctx, { id: faq.id, category: 'BILLING' })
    const { items: faqs } = await listFaqs(ctx, { limit: 10 })
    expect(faqs.map(({ category }) => category)).toEqual(['Billing', 'Machines', 'Yarn'])
    expect(await listCategories(ctx)).toEqual([...CATEGORIES, 'Machines', 'Yarn'])
  })

  it('have a maximum number', async () => {
    const { ctx } = await setUp()
    const items = Array.from({ length: CATEGORIES_MAX }, (_, index) => ({
      question: `Number ${index}?`,
      answer: 'x',
      category: `Category ${index}`,
    }))
    const { failed } = await importFaqs(ctx, importFaqsInput.parse({ items }))
    expect(failed[0]).toMatchObject({ code: 'faq.too_many_categories' })
    expect((await listCategories(ctx)).length).toBeLessThanOrEqual(CATEGORIES_MAX)
  })
})

describe('renaming a category', () => {
  it('updates its FAQs: passages, history, and FAQs in the trash', async () => {
    const { ctx, id } = await setUp()
    const faq = await createFaq(ctx, faqInput({ question: 'Paid?', answer: 'Yes.', category: 'Billing' }))
    const gone = await createFaq(ctx, faqInput({ question: 'Gone?', category: 'Billing' }))
    await deleteFaq(ctx, gone.id)
    const list = await renameCategory(ctx, 'Billing', 'Invoices')
    expect(list[2]).toEqual({ name: 'Invoices', faq_count: 1, is_default: false })
    expect(
      await testContext.count(
        'knowledge_chunks',
        `workspace_id = '${id}' and content = 'Q: Paid? / A: Yes. / Category: Invoices'`,
      ),
    ).toBe(1)
    expect(await testContext.count('search_entries', `workspace_id = '${id}'`)).toBe(1)
    expect((await listVersions(ctx, faq.id))[0]).toMatchObject({ version: 2, changed: ['category'] })
    await restoreFaqs(ctx, { ids: [gone.id] })
    expect((await listFaqs(ctx, { limit: 10, category: 'Invoices' })).items).toHaveLength(2)
    expect(await listCategories(ctx)).not.toContain('Billing')
  })

  it('refuses the name of another category, and accepts another spelling of its own', async () => {
    const { ctx } = await setUp()
    await expect(renameCategory(ctx, 'Billing', 'support')).rejects.toMatchObject({
      kind: 'conflict',
      code: 'faq.category_exists',
    })
    expect(await renameCategory(ctx, 'Billing', 'BILLING')).toContainEqual(expect.objectContaining({ name: 'BILLING' }))
    await expect(renameCategory(ctx, 'Nothing', 'Something')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('changes the default, which FAQs without a category then get', async () => {
    const { ctx } = await setUp()
    await renameCategory(ctx, 'General', 'Everything')
    const faq = await createFaq(ctx, createFaqInput.parse({ question: 'Where?', answer: 'Here.' }))
    expect(faq.category).toBe('Everything')
    expect(await listCategories(ctx)).not.toContain('General')
  })
})

describe('the list of categories', () => {
  it('appends new ones and can be reordered', async () => {
    const { ctx, id } = await setUp()
    await addCategory(ctx, 'Shipping')
    await expect(addCategory(ctx, 'shipping')).rejects.toMatchObject({ code: 'faq.category_exists' })
    const wanted = ['Shipping', ...CATEGORIES]
    const before = testContext.receivedEvents.length
    await reorderCategories(ctx, wanted)
    expect(await listCategories(ctx)).toEqual(wanted)
    await expect
      .poll(() =>
        testContext.receivedEvents
          .slice(before)
          .filter((event) => event.workspace_id === id)
          .map((event) => event.type),
      )
      .toContain('content.changed')
    for (const names of [[...CATEGORIES], [...wanted, 'X'], [...CATEGORIES, 'General']])
      await expect(reorderCategories(ctx, names)).rejects.toMatchObject({ code: 'faq.categories_changed' })
    expect(
      await testContext.count(
        'audit_log',
        `workspace_id = '${id}' and action in ('category.added','category.reordered')`,
      ),
    ).toBe(2)
  })

  it('deletes a category after moving its FAQs, but never the default', async () => {
    const { ctx } = await setUp()
    const faq = await createFaq(ctx, faqInput({ category: 'Policy' }))
    const list = await deleteCategory(ctx, 'Policy', 'Support')
    expect(list.map(({ name }) => name)).not.toContain('Policy')
    expect(list.find(({ name }) => name === 'Support')).toMatchObject({ faq_count: 1 })
    expect((await listVersions(ctx, faq.id))[0]).toMatchObject({ changed: ['category'] })
    await expect(deleteCategory(ctx, 'General', 'Support')).rejects.toMatchObject({ code: 'faq.default_category' })
    await expect(deleteCategory(ctx, 'Support', 'Support')).rejects.toMatchObject({ code: 'faq.same_category' })
    await expect(deleteCategory(ctx, 'Support', 'Policy')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('is separate for each workspace', async () => {
    const mine = await setUp()
    const other = await setUp()
    await addCategory(mine.ctx, 'Shipping')
    expect(await listCategories(other.ctx)).toEqual([...CATEGORIES])
  })
})
