import { faqSlug } from '../../faqs/server/index.ts'
import type { CategoryView, Collection, CollectionsPart, PublicPage } from '../contract.ts'
import { categoriesOf, pageOfList } from '../domain/paging.ts'
import type { PageAddress } from './address.ts'
import type { PageSetting } from './page-setting.ts'

const POPULAR_MAX = 6
const CATEGORY_PATH_PATTERN = /^\/categories\/([a-z0-9-]+)$/

/** Slug of the category whose page this path asks for; null for other paths. */
export const categorySlugOf = (pageSubpath: string): string | null =>
  CATEGORY_PATH_PATTERN.exec(pageSubpath)?.[1] ?? null

/** The categories with published FAQs, in the workspace's order. Names that differ by signs alone are numbered. */
export function collectionsOf({ faqs, categories }: Pick<PublicPage, 'faqs' | 'categories'>): Collection[] {
  const faqsByCategory = Map.groupBy(faqs, (faq) => faq.category)
  const takenSlugs = new Set<string>()
  return categoriesOf(faqs, categories).map((categoryName) => {
    const baseSlug = faqSlug(categoryName)
    let categorySlug = baseSlug
    for (let slugNumber = 2; takenSlugs.has(categorySlug); slugNumber += 1) categorySlug = `${baseSlug}-${slugNumber}`
    takenSlugs.add(categorySlug)
    return { name: categoryName, slug: categorySlug, count: faqsByCategory.get(categoryName)?.length ?? 0 }
  })
}

export const hasCollections = ({ workspace }: Pick<PublicPage, 'workspace'>): boolean =>
  workspace.page_layout === 'collections'

/** Cards of all categories, and the questions that were answered most; the first of the list fill up what is missing. */
export function collectionsPart(publicPage: Pick<PublicPage, 'faqs' | 'categories' | 'popular'>): CollectionsPart {
  const faqsById = new Map(publicPage.faqs.map((faq) => [faq.id, faq]))
  const popularFaqs = (publicPage.popular ?? []).flatMap((faqId) => faqsById.get(faqId) ?? [])
  return {
    collections: collectionsOf(publicPage),
    popular: [...new Set([...popularFaqs, ...publicPage.faqs])].slice(0, POPULAR_MAX),
  }
}

/** Path of a category: its own page, or the list filtered by it. Null for a category without published FAQs. */
export function categoryPath(publicPage: PublicPage, pageSetting: PageSetting, categoryName: string): string | null {
  const { base, asked } = pageSetting.place
  const linkParameters = new URLSearchParams(asked ? { lang: asked } : {})
  if (hasCollections(publicPage)) {
    const collection = collectionsOf(publicPage).find((candidate) => candidate.name === categoryName)
    if (!collection) return null
    return `${base}/categories/${collection.slug}${asked && `?${linkParameters}`}`
  }
  return `${base || '/'}?${new URLSearchParams([['category', categoryName], ...linkParameters])}`
}

/** The page of a category; null when there is none of this slug. */
export function categoryView(
  publicPage: PublicPage,
  pageSetting: PageSetting,
  chosenPage: { slug: string; number: number },
): CategoryView | null {
  const collections = collectionsOf(publicPage)
  const collection = collections.find(({ slug }) => slug === chosenPage.slug)
  if (!collection) return null
  return {
    kind: 'category',
    workspace: publicPage.workspace,
    ...pageSetting,
    collection,
    others: collections.filter((otherCollection) => otherCollection !== collection),
    ...pageOfList(publicPage.faqs, collection.name, chosenPage.number),
  }
}

/** Address of the same category in the layout that the workspace has now; null where the requested one is of that layout. */
export function otherLayoutAddress(
  publicPage: PublicPage,
  pageSetting: PageSetting,
  { rest, query }: PageAddress,
): string | null {
  const isCollections = hasCollections(publicPage)
  const requestedCategory = rest === '' && !query?.get('q')?.trim() ? query?.get('category') : null
  if (isCollections) return requestedCategory ? categoryPath(publicPage, pageSetting, requestedCategory) : null
  const requestedSlug = categorySlugOf(rest)
  const matchingCollection =
    requestedSlug === null ? undefined : collectionsOf(publicPage).find((candidate) => candidate.slug === requestedSlug)
  return matchingCollection ? categoryPath(publicPage, pageSetting, matchingCollection.name) : null
}

/** Address of the category that had the requested name before; null where the address names none, or one that exists. */
export function renamedCategoryAddress(
  publicPage: PublicPage,
  pageSetting: PageSetting,
  { rest, query }: PageAddress,
): string | null {
  const formerCategories = publicPage.formerCategories ?? new Map<string, string>()
  if (formerCategories.size === 0) return null
  const requestedSlug = categorySlugOf(rest)
  const requestedCategory = rest === '' && !query?.get('q')?.trim() ? query?.get('category') : null
  const collections = collectionsOf(publicPage)
  if (collections.some((collection) => collection.slug === requestedSlug || collection.name === requestedCategory))
    return null
  const formerName = [...formerCategories.keys()].find(
    (candidate) => candidate === requestedCategory || (requestedSlug !== null && faqSlug(candidate) === requestedSlug),
  )
  const currentName = formerName === undefined ? undefined : formerCategories.get(formerName)
  return currentName !== undefined && collections.some((collection) => collection.name === currentName)
    ? categoryPath(publicPage, pageSetting, currentName)
    : null
}

/** The number in the address of a list, from 1. */
export const pageNumber = ({ query }: Pick<PageAddress, 'query'>): number =>
  Math.max(1, Math.trunc(Number(query?.get('page'))) || 1)
