import { and, eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { recordAudit, requireMatch, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { CategoryList } from '../../contract.ts'
import { changeFaqs } from '../change-faqs.ts'
import { faqs } from '../faqs.table.ts'
import { trashedFaqs } from '../trash/trashed-faqs.table.ts'
import { type FaqOrderTransaction, withFaqOrder } from '../with-faq-order.ts'
import { type Category, categoriesOf, listCategoriesWithCounts, named, storeList } from './faq-categories.ts'

type AuditEntry = Parameters<typeof recordAudit>[1]

/** Files all FAQs of one category under another, those in the trash included. @returns how many are not in the trash. */
async function moveFaqs(transaction: FaqOrderTransaction, from: string, to: string): Promise<number> {
  const rows = await changeFaqs(transaction, eq(faqs.category, from), { category: to }, { keepsIndex: true })
  const trashedCategory = sql`${trashedFaqs.content} ->> 'category'`
  await transaction.tx
    .update(trashedFaqs)
    .set({ content: sql`${trashedFaqs.content} || ${JSON.stringify({ category: to })}::jsonb` })
    .where(and(eq(trashedFaqs.workspaceId, transaction.workspaceId), eq(trashedCategory, from)))
  return rows.length
}

/** Former names of a category that are kept, the newest ones. */
const FORMER_MAX = 20

const withFormer = (category: Category, names: readonly string[]): Category => ({
  ...category,
  formerNames: [...new Set([...(category.formerNames ?? []), ...names])].slice(-FORMER_MAX),
})

const existing = (list: Category[], name: string): Category => {
  const found = list.find((category) => category.name === name)
  if (!found) throw notFound('category')
  return found
}

/** @throws conflict `faq.category_exists` where another category has this name, in any case */
function refuseTaken(list: Category[], name: string, except?: Category): void {
  const taken = named(
    list.filter((category) => category !== except),
    name,
  )
  if (taken)
    throw new AppError('conflict', 'faq.category_exists', `There is a category “${taken.name}” already.`, {
      details: { fields: [{ path: 'name', message: `There is a category “${taken.name}” already.` }] },
    })
}

/** Runs one change of the list and answers the list. `change` returns what is written down, or null for no change. */
const changing = (
  context: WorkspaceContext,
  change: (transaction: FaqOrderTransaction, list: Category[]) => Promise<AuditEntry | null>,
): Promise<CategoryList> =>
  withFaqOrder(
    context,
    async (transaction) => {
      await requireMatch(transaction, async () => ({ items: await listCategoriesWithCounts(transaction) }))
      const entry = await change(transaction, await categoriesOf(transaction))
      if (entry) await recordAudit(transaction, entry)
      return listCategoriesWithCounts(transaction)
    },
    { isBulk: true },
  )

/** Appended. @throws conflict `faq.category_exists`, invalid `faq.too_many_categories` */
export const addCategory = (context: WorkspaceContext, name: string): Promise<CategoryList> =>
  changing(context, async (transaction, list) => {
    refuseTaken(list, name)
    await storeList(transaction, [...list, { name, isDefault: false }])
    return { action: 'category.added', subject: name }
  })

/** Its FAQs go along, in the same transaction. @throws not_found, conflict `faq.category_exists` */
export const renameCategory = (context: WorkspaceContext, name: string, to: string): Promise<CategoryList> =>
  changing(context, async (transaction, list) => {
    const category = existing(list, name)
    if (name === to) return null
    refuseTaken(list, to, category)
    await storeList(
      transaction,
      list.map((other) => (other === category ? { ...withFormer(other, [name]), name: to } : other)),
    )
    const count = await moveFaqs(transaction, name, to)
    return { action: 'category.renamed', subject: name, details: { from: name, to, count } }
  })

/** @param names every category once. @throws conflict `faq.categories_changed` where they are not those of the workspace */
export const reorderCategories = (context: WorkspaceContext, names: string[]): Promise<CategoryList> =>
  changing(context, async (transaction, list) => {
    const of = new Map(list.map((category) => [category.name, category]))
    const wanted = names.flatMap((name) => of.get(name) ?? [])
    if (new Set(names).size !== list.length || wanted.length !== list.length || names.length !== list.length)
      throw new AppError(
        'conflict',
        'faq.categories_changed',
        'Another user has changed the categories. Please try again.',
      )
    if (wanted.every((category, index) => category === list[index])) return null
    await storeList(transaction, wanted)
    return { action: 'category.reordered' }
  })

/**
 * Its FAQs move to another category, in the same transaction.
 * @throws not_found, invalid `faq.default_category` for the default or where its FAQs would stay
 */
export const deleteCategory = (context: WorkspaceContext, name: string, moveTo: string): Promise<CategoryList> =>
  changing(context, async (transaction, list) => {
    const category = existing(list, name)
    const target = existing(list, moveTo)
    if (category.isDefault)
      throw new AppError(
        'invalid',
        'faq.default_category',
        'This is the category of FAQs without one. Rename it instead.',
      )
    if (category === target)
      throw new AppError('invalid', 'faq.same_category', 'Please choose another category for its FAQs.')
    const former = [...(category.formerNames ?? []), name]
    await storeList(
      transaction,
      list.filter((other) => other !== category).map((other) => (other === target ? withFormer(other, former) : other)),
    )
    const count = await moveFaqs(transaction, name, moveTo)
    return { action: 'category.deleted', subject: name, details: { to: moveTo, count } }
  })
