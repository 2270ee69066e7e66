import { and, eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { recordAudit, requireMatch, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { CategoryList } from '../../contract.ts'
import { changeFaqs } from '../change-faqs.ts'
import { faqs } from '../faqs.table.ts'
import { trashedFaqs } from '../trash/trashed-faqs.table.ts'
import { type FaqOrderTransaction, withFaqOrder } from '../with-faq-order.ts'
import { type Category, categoriesOf, categoryNamed, listCategoriesWithCounts, storeList } from './faq-categories.ts'

type AuditEntry = Parameters<typeof recordAudit>[1]

/** Files all FAQs of one category under another, those in the trash included. @returns how many are not in the trash. */
async function moveFaqs(transaction: FaqOrderTransaction, formerName: string, targetName: string): Promise<number> {
  const movedRows = await changeFaqs(
    transaction,
    eq(faqs.category, formerName),
    { category: targetName },
    { keepsIndex: true },
  )
  const trashedCategory = sql`${trashedFaqs.content} ->> 'category'`
  await transaction.tx
    .update(trashedFaqs)
    .set({ content: sql`${trashedFaqs.content} || ${JSON.stringify({ category: targetName })}::jsonb` })
    .where(and(eq(trashedFaqs.workspaceId, transaction.workspaceId), eq(trashedCategory, formerName)))
  return movedRows.length
}

/** Former names of a category that are kept, the newest ones. */
const FORMER_MAX = 20

const withFormer = (category: Category, formerNames: readonly string[]): Category => ({
  ...category,
  formerNames: [...new Set([...(category.formerNames ?? []), ...formerNames])].slice(-FORMER_MAX),
})

const existing = (categoryList: Category[], categoryName: string): Category => {
  const foundCategory = categoryList.find((category) => category.name === categoryName)
  if (!foundCategory) throw notFound('category')
  return foundCategory
}

/** @throws conflict `faq.category_exists` where another category has this name, in any case */
function refuseTaken(categoryList: Category[], categoryName: string, exceptedCategory?: Category): void {
  const takenCategory = categoryNamed(
    categoryList.filter((category) => category !== exceptedCategory),
    categoryName,
  )
  if (takenCategory)
    throw new AppError('conflict', 'faq.category_exists', `There is a category “${takenCategory.name}” already.`, {
      details: { fields: [{ path: 'name', message: `There is a category “${takenCategory.name}” already.` }] },
    })
}

/** Runs one change of the list and answers the list. `change` returns what is written down, or null for no change. */
const changing = (
  context: WorkspaceContext,
  changeList: (transaction: FaqOrderTransaction, list: Category[]) => Promise<AuditEntry | null>,
): Promise<CategoryList> =>
  withFaqOrder(
    context,
    async (transaction) => {
      await requireMatch(transaction, async () => ({ items: await listCategoriesWithCounts(transaction) }))
      const auditEntry = await changeList(transaction, await categoriesOf(transaction))
      if (auditEntry) await recordAudit(transaction, auditEntry)
      return listCategoriesWithCounts(transaction)
    },
    { isBulk: true },
  )

/** Appended. @throws conflict `faq.category_exists`, invalid `faq.too_many_categories` */
export const addCategory = (context: WorkspaceContext, categoryName: string): Promise<CategoryList> =>
  changing(context, async (transaction, categoryList) => {
    refuseTaken(categoryList, categoryName)
    await storeList(transaction, [...categoryList, { name: categoryName, isDefault: false }])
    return { action: 'category.added', subject: categoryName }
  })

/** Its FAQs go along, in the same transaction. @throws not_found, conflict `faq.category_exists` */
export const renameCategory = (
  context: WorkspaceContext,
  categoryName: string,
  newName: string,
): Promise<CategoryList> =>
  changing(context, async (transaction, categoryList) => {
    const category = existing(categoryList, categoryName)
    if (categoryName === newName) return null
    refuseTaken(categoryList, newName, category)
    await storeList(
      transaction,
      categoryList.map((otherCategory) =>
        otherCategory === category ? { ...withFormer(otherCategory, [categoryName]), name: newName } : otherCategory,
      ),
    )
    const movedCount = await moveFaqs(transaction, categoryName, newName)
    return {
      action: 'category.renamed',
      subject: categoryName,
      details: { from: categoryName, to: newName, count: movedCount },
    }
  })

/** @param formerNames every category once. @throws conflict `faq.categories_changed` where they are not those of the workspace */
export const reorderCategories = (context: WorkspaceContext, formerNames: string[]): Promise<CategoryList> =>
  changing(context, async (transaction, categoryList) => {
    const categoryByName = new Map(categoryList.map((category) => [category.name, category]))
    const wantedCategories = formerNames.flatMap((categoryName) => categoryByName.get(categoryName) ?? [])
    if (
      new Set(formerNames).size !== categoryList.length ||
      wantedCategories.length !== categoryList.length ||
      formerNames.length !== categoryList.length
    )
      throw new AppError(
        'conflict',
        'faq.categories_changed',
        'Another user has changed the categories. Please try again.',
      )
    if (wantedCategories.every((category, index) => category === categoryList[index])) return null
    await storeList(transaction, wantedCategories)
    return { action: 'category.reordered' }
  })

/**
 * Its FAQs move to another category, in the same transaction.
 * @throws not_found, invalid `faq.default_category` for the default or where its FAQs would stay
 */
export const deleteCategory = (
  context: WorkspaceContext,
  categoryName: string,
  targetCategory: string,
): Promise<CategoryList> =>
  changing(context, async (transaction, categoryList) => {
    const category = existing(categoryList, categoryName)
    const targetEntry = existing(categoryList, targetCategory)
    if (category.isDefault)
      throw new AppError(
        'invalid',
        'faq.default_category',
        'This is the category of FAQs without one. Rename it instead.',
      )
    if (category === targetEntry)
      throw new AppError('invalid', 'faq.same_category', 'Please choose another category for its FAQs.')
    const formerNames = [...(category.formerNames ?? []), categoryName]
    await storeList(
      transaction,
      categoryList
        .filter((otherCategory) => otherCategory !== category)
        .map((otherCategory) =>
          otherCategory === targetEntry ? withFormer(otherCategory, formerNames) : otherCategory,
        ),
    )
    const movedCount = await moveFaqs(transaction, categoryName, targetCategory)
    return { action: 'category.deleted', subject: categoryName, details: { to: targetCategory, count: movedCount } }
  })
