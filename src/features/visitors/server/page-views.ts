import type { FaqView, ListView, MissingView, PagePlace, PublicPage, VisitorSearch } from '../contract.ts'
import { categoriesOf, pageOfList } from '../domain/paging.ts'

const LANGUAGE = 'en'
const HOME = '/'
const MORE = 5

export const placeOf = (subdomain: string): PagePlace => ({ base: `/faq/${subdomain}`, home: HOME, lang: LANGUAGE })

export const missingView = (): MissingView => ({ kind: 'missing', place: { base: '', home: HOME, lang: LANGUAGE } })

export function listView(
  { workspace, faqs }: PublicPage,
  place: PagePlace,
  chosen: { category: string | null; page: number; search: VisitorSearch | null },
): ListView {
  const slice = pageOfList(faqs, chosen.category, chosen.page)
  const { category, search } = chosen
  return { kind: 'list', workspace, place, categories: categoriesOf(faqs), category, search, ...slice }
}

/** The page of the FAQ with this slug; null when there is none. */
export function faqView({ workspace, faqs }: PublicPage, place: PagePlace, slug: string): FaqView | null {
  const faq = faqs.find((candidate) => candidate.slug === slug)
  if (!faq) return null
  const more = faqs.filter((other) => other.category === faq.category && other.id !== faq.id).slice(0, MORE)
  return { kind: 'faq', workspace, place, faq, more }
}
