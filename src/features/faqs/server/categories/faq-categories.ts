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

const isSpecified = (name: string): boolean => (CATEGORIES as readonly string[]).includes(name)

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
  const used = await tx
    .selectDistinct({ name: faqs.category })
    .from(faqs)
    .where(eq(faqs.workspaceId, workspaceId))
    .orderBy(asc(faqs.category))
  const own = used.map(({ name }) => name).filter((name) => !isSpecified(name))
  return [...CATEGORIES, ...own].map((name) => ({ name, isDefault: name === DEFAULT_CATEGORY }))
}

/** The workspace's categories in their order. */
export async function categoriesOf(transaction: WorkspaceTransaction): Promise<Category[]> {
  const stored = await storedList(transaction)
  return stored.length > 0 ? stored : firstList(transaction)
}

/** Replaces the list of categories. @throws invalid `faq.too_many_categories` */
export async function storeList(transaction: FaqOrderTransaction, list: Category[]): Promise<void> {
  const { tx, workspaceId } = transaction
  if (list.length > CATEGORIES_MAX)
    throw new AppError(
      'invalid',
      'faq.too_many_categories',
      `A workspace has at most ${CATEGORIES_MAX} categories. Use one of those it has.`,
    )
  await tx.delete(faqCategories).where(eq(faqCategories.workspaceId, workspaceId))
  await tx.insert(faqCategories).values(
    list.map(({ name, isDefault, formerNames = [] }, index) => ({
      ...{ workspaceId, name, isDefault, position: index + 1 },
      formerNames: [...formerNames],
    })),
  )
  noteChange(transaction, [])
}

const sameName = (left: string, right: string): boolean => left.toLocaleLowerCase() === right.toLocaleLowerCase()

/** The category of the list that this name means, in any case. */
export const named = (list: readonly Category[], name: string): Category | undefined =>
  list.find((category) => category.name === name) ?? list.find((category) => sameName(category.name, name))

/**
 * Puts the names under which FAQs are about to be filed on the workspace's list, each new one at its end.
 * @returns the name to file a FAQ under: as the list spells it; the default's for «General» where the list has no such
 * @throws invalid `faq.too_many_categories`
 */
export async function settleCategories(
  transaction: FaqOrderTransaction,
  names: readonly string[],
): Promise<(name: string) => string> {
  if (names.length === 0) return (name) => name
  const stored = await storedList(transaction)
  // Most workspaces never get further than the specified ones: nothing is stored or counted for those.
  if (stored.length === 0 && names.every(isSpecified)) return (name) => name
  const list = stored.length > 0 ? [...stored] : await firstList(transaction)
  const fallback = list.find(({ isDefault }) => isDefault)?.name
  const settle = (name: string): string | undefined =>
    named(list, name)?.name ?? (sameName(name, DEFAULT_CATEGORY) ? fallback : undefined)
  for (const name of names) if (settle(name) === undefined) list.push({ name, isDefault: false })
  if (list.length > stored.length) await storeList(transaction, list)
  return (name) => settle(name) ?? name
}

/** With how many FAQs each has. */
export const listCategoriesWithCounts = (context: WorkspaceContext): Promise<CategoryList> =>
  inReadTransaction(context, async (transaction) => {
    const counts = await transaction.tx
      .select({ name: faqs.category, n: count() })
      .from(faqs)
      .where(eq(faqs.workspaceId, transaction.workspaceId))
      .groupBy(faqs.category)
    const of = new Map(counts.map(({ name, n }) => [name, n]))
    return (await categoriesOf(transaction)).map(({ name, isDefault }) => ({
      name,
      faq_count: of.get(name) ?? 0,
      is_default: isDefault,
    }))
  })

/** Their names alone, and the one that FAQs without a category get. */
export const categoryNames = (context: WorkspaceContext): Promise<{ items: string[]; default: string }> =>
  inReadTransaction(context, async (transaction) => {
    const list = await categoriesOf(transaction)
    return {
      items: list.map(({ name }) => name),
      default: list.find(({ isDefault }) => isDefault)?.name ?? DEFAULT_CATEGORY,
    }
  })

/** Their names for the public page, and to which of them a former name leads. */
export async function publicCategories(
  transaction: WorkspaceTransaction,
): Promise<{ names: string[]; former: Map<string, string> }> {
  const list = await categoriesOf(transaction)
  return {
    names: list.map(({ name }) => name),
    former: new Map(list.flatMap(({ name, formerNames = [] }) => formerNames.map((former) => [former, name] as const))),
  }
}

export const listCategories = async (context: WorkspaceContext): Promise<string[]> =>
  (await categoryNames(context)).items
