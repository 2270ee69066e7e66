import { faqSlug } from '../../faqs/server/index.ts'
import type { CategoryView, Collection, CollectionsPart, PublicPage } from '../contract.ts'
import { categoriesOf, pageOfList } from '../domain/paging.ts'
import type { PageAddress } from './address.ts'
import type { Setting } from './page-setting.ts'

const POPULAR_MAX = 6
const PATH = /^\/categories\/([a-z0-9-]+)$/

/** Slug of the category whose page this path asks for; null for other paths. */
export const categorySlugOf = (rest: string): string | null => PATH.exec(rest)?.[1] ?? null

/** The categories with published FAQs, in the workspace's order. Names that differ by signs alone are numbered. */
export function collectionsOf({ faqs, categories }: Pick<PublicPage, 'faqs' | 'categories'>): Collection[] {
  const counts = Map.groupBy(faqs, (faq) => faq.category)
  const taken = new Set<string>()
  return categoriesOf(faqs, categories).map((name) => {
    const base = faqSlug(name)
    let slug = base
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`
    taken.add(slug)
    return { name, slug, count: counts.get(name)?.length ?? 0 }
  })
}

export const hasCollections = ({ workspace }: Pick<PublicPage, 'workspace'>): boolean =>
  workspace.page_layout === 'collections'

/** Cards of all categories, and the questions that were answered most; the first of the list fill up what is missing. */
export function collectionsPart(page: Pick<PublicPage, 'faqs' | 'categories' | 'popular'>): CollectionsPart {
  const byId = new Map(page.faqs.map((faq) => [faq.id, faq]))
  const asked = (page.popular ?? []).flatMap((id) => byId.get(id) ?? [])
  return { collections: collectionsOf(page), popular: [...new Set([...asked, ...page.faqs])].slice(0, POPULAR_MAX) }
}

/** Path of a category: its own page, or the list filtered by it. Null for a category without published FAQs. */
export function categoryPath(page: PublicPage, setting: Setting, name: string): string | null {
  const { base, asked } = setting.place
  const query = new URLSearchParams(asked ? { lang: asked } : {})
  if (hasCollections(page)) {
    const collection = collectionsOf(page).find((one) => one.name === name)
    if (!collection) return null
    return `${base}/categories/${collection.slug}${asked && `?${query}`}`
  }
  return `${base || '/'}?${new URLSearchParams([['category', name], ...query])}`
}

/** The page of a category; null when there is none of this slug. */
export function categoryView(
  page: PublicPage,
  setting: Setting,
  chosen: { slug: string; number: number },
): CategoryView | null {
  const collections = collectionsOf(page)
  const collection = collections.find(({ slug }) => slug === chosen.slug)
  if (!collection) return null
  return {
    kind: 'category',
    workspace: page.workspace,
    ...setting,
    collection,
    others: collections.filter((other) => other !== collection),
    ...pageOfList(page.faqs, collection.name, chosen.number),
  }
}

/** Address of the same category in the layout that the workspace has now; null where the requested one is of that layout. */
export function otherLayoutAddress(page: PublicPage, setting: Setting, { rest, query }: PageAddress): string | null {
  const isCollections = hasCollections(page)
  const name = rest === '' && !query?.get('q')?.trim() ? query?.get('category') : null
  if (isCollections) return name ? categoryPath(page, setting, name) : null
  const slug = categorySlugOf(rest)
  const known = slug === null ? undefined : collectionsOf(page).find((one) => one.slug === slug)
  return known ? categoryPath(page, setting, known.name) : null
}

/** Address of the category that had the requested name before; null where the address names none, or one that exists. */
export function renamedAddress(page: PublicPage, setting: Setting, { rest, query }: PageAddress): string | null {
  const former = page.formerCategories ?? new Map<string, string>()
  if (former.size === 0) return null
  const slug = categorySlugOf(rest)
  const asked = rest === '' && !query?.get('q')?.trim() ? query?.get('category') : null
  const known = collectionsOf(page)
  if (known.some((one) => one.slug === slug || one.name === asked)) return null
  const old = [...former.keys()].find((name) => name === asked || (slug !== null && faqSlug(name) === slug))
  const name = old === undefined ? undefined : former.get(old)
  return name !== undefined && known.some((one) => one.name === name) ? categoryPath(page, setting, name) : null
}

/** The number in the address of a list, from 1. */
export const pageNumber = ({ query }: Pick<PageAddress, 'query'>): number =>
  Math.max(1, Math.trunc(Number(query?.get('page'))) || 1)
