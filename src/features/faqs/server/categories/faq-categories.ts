import { asc, count, eq } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import {
  inReadTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { CATEGORIES, CATEGORIES_MAX, type CategoryList, DEFAULT_CATEGORY } from '../../contract.ts'
import { faqs } from '../faqs.table.ts'
import { type FaqOrderTransaction, noteChange } from '../with-faq-order.ts'
import { faqCategories } from './faq-categories.table.ts'

export interface Category {
  name: string
  isDefault: boolean
  /** Names whose addresses lead to it. */
  formerNames?: readonly string[]
}

const isSpecified = (categoryName: string): boolean => (CATEGORIES as readonly string[]).includes(categoryName)

const storedList = ({ tx, workspaceId }: WorkspaceTransaction): Promise<Category[]> =>
  tx
    .select({
      name: faqCategories.name,
      isDefault: faqCategories.isDefault,
      formerNames: faqCategories.formerNames,
    })
    .from(faqCategories)
    .where(eq(faqCategories.workspaceId, workspaceId))
    .orderBy(asc(faqCategories.position))

/** Categories while none are stored: the specified seven, and those used by FAQs. */
async function firstList({ tx, workspaceId }: WorkspaceTransaction): Promise<Category[]> {
  const usedCategories = await tx
    .selectDistinct({ name: faqs.category })
    .from(faqs)
    .where(eq(faqs.workspaceId, workspaceId))
    .orderBy(asc(faqs.category))
  const ownCategories = usedCategories
    .map(({ name: categoryName }) => categoryName)
    .filter((categoryName) => !isSpecified(categoryName))
  return [...CATEGORIES, ...ownCategories].map((categoryName) => ({
    name: categoryName,
    isDefault: categoryName === DEFAULT_CATEGORY,
  }))
}

/** The workspace's categories in their order. */
export async function categoriesOf(transaction: WorkspaceTransaction): Promise<Category[]> {
  const storedCategories = await storedList(transaction)
  return storedCategories.length > 0 ? storedCategories : firstList(transaction)
}

/** Replaces the list of categories. @throws invalid `faq.too_many_categories` */
export async function storeList(transaction: FaqOrderTransaction, categoryList: Category[]): Promise<void> {
  const { tx, workspaceId } = transaction
  if (categoryList.length > CATEGORIES_MAX)
    throw new AppError(
      'invalid',
      'faq.too_many_categories',
      `A workspace has at most ${CATEGORIES_MAX} categories. Use one of those it has.`,
    )
  await tx.delete(faqCategories).where(eq(faqCategories.workspaceId, workspaceId))
  await tx.insert(faqCategories).values(
    categoryList.map(({ name, isDefault, formerNames = [] }, index) => ({
      ...{ workspaceId, name, isDefault, position: index + 1 },
      formerNames: [...formerNames],
    })),
  )
  noteChange(transaction, [])
}

const sameName = (leftName: string, rightName: string): boolean =>
  leftName.toLocaleLowerCase() === rightName.toLocaleLowerCase()

/** The category of the list that this name means, in any case. */
export const categoryNamed = (categoryList: readonly Category[], categoryName: string): Category | undefined =>
  categoryList.find((category) => category.name === categoryName) ??
  categoryList.find((category) => sameName(category.name, categoryName))

/**
 * Puts the names under which FAQs are about to be filed on the workspace's list, each new one at its end.
 * @returns the name to file a FAQ under: as the list spells it; the default's for «General» where the list has no such
 * @throws invalid `faq.too_many_categories`
 */
export async function settleCategories(
  transaction: FaqOrderTransaction,
  wantedNames: readonly string[],
): Promise<(name: string) => string> {
  if (wantedNames.length === 0) return (categoryName) => categoryName
  const storedCategories = await storedList(transaction)
  // Most workspaces never get further than the specified ones: nothing is stored or counted for those.
  if (storedCategories.length === 0 && wantedNames.every(isSpecified)) return (categoryName) => categoryName
  const categoryList = storedCategories.length > 0 ? [...storedCategories] : await firstList(transaction)
  const fallback = categoryList.find(({ isDefault }) => isDefault)?.name
  const settleName = (categoryName: string): string | undefined =>
    categoryNamed(categoryList, categoryName)?.name ?? (sameName(categoryName, DEFAULT_CATEGORY) ? fallback : undefined)
  for (const categoryName of wantedNames)
    if (settleName(categoryName) === undefined) categoryList.push({ name: categoryName, isDefault: false })
  if (categoryList.length > storedCategories.length) await storeList(transaction, categoryList)
  return (categoryName) => settleName(categoryName) ?? categoryName
}

/** With how many FAQs each has. */
export const listCategoriesWithCounts = (context: WorkspaceContext): Promise<CategoryList> =>
  inReadTransaction(context, async (transaction) => {
    const countRows = await transaction.tx
      .select({ name: faqs.category, n: count() })
      .from(faqs)
      .where(eq(faqs.workspaceId, transaction.workspaceId))
      .groupBy(faqs.category)
    const countByName = new Map(countRows.map(({ name, n }) => [name, n]))
    return (await categoriesOf(transaction)).map(({ name, isDefault }) => ({
      name,
      faq_count: countByName.get(name) ?? 0,
      is_default: isDefault,
    }))
  })

/** Their names alone, and the one that FAQs without a category get. */
export const categoryNames = (context: WorkspaceContext): Promise<{ items: string[]; default: string }> =>
  inReadTransaction(context, async (transaction) => {
    const categoryList = await categoriesOf(transaction)
    return {
      items: categoryList.map(({ name }) => name),
      default: categoryList.find(({ isDefault }) => isDefault)?.name ?? DEFAULT_CATEGORY,
    }
  })

/** Their names for the public page, and to which of them a former name leads. */
export async function publicCategories(
  transaction: WorkspaceTransaction,
): Promise<{ names: string[]; former: Map<string, string> }> {
  const categoryList = await categoriesOf(transaction)
  return {
    names: categoryList.map(({ name }) => name),
    former: new Map(
      categoryList.flatMap(({ name, formerNames = [] }) =>
        formerNames.map((formerNames) => [formerNames, name] as const),
      ),
    ),
  }
}

export const listCategories = async (context: WorkspaceContext): Promise<string[]> =>
  (await categoryNames(context)).items
