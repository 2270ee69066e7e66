import type { SourcePage } from '../../knowledge/contract.ts'
import type { FaqView, ListView, MissingView, PublicFaq, PublicPage, SourceView, VisitorSearch } from '../contract.ts'
import { DEFAULT_LANGUAGE, directionOf, type Language } from '../domain/languages.ts'
import { categoryChoice, pageOfList } from '../domain/paging.ts'
import { relatedFallback } from '../domain/related-fallback.ts'
import { publicSource } from '../domain/source-outline.ts'
import { textsOf } from '../domain/visitor-texts.ts'
import { categoryPath, collectionsOf, collectionsPart, hasCollections } from './collections.ts'
import { contentLanguage } from './content-language.ts'
import type { Setting } from './page-setting.ts'

const MORE = 5

export function missingView(language: Language = DEFAULT_LANGUAGE): MissingView {
  const dir = directionOf(language)
  const place = { base: '', canonical: '', home: '/', lang: language, dir, asked: '', contentLang: '' }
  return { kind: 'missing', place, texts: textsOf(language, '') }
}

export function listView(
  page: PublicPage,
  setting: Setting,
  chosen: { category: string | null; page: number; search: VisitorSearch | null },
): ListView {
  const { workspace, faqs, categories: order, allowedOrigins } = page
  const { category, search } = chosen
  const collections = hasCollections(page) ? collectionsPart(page) : null
  const slice = collections ? { faqs: [], page: { number: 1, count: 1 } } : pageOfList(faqs, category, chosen.page)
  const categories = collections ? [] : categoryChoice(faqs, category, order)
  return {
    kind: 'list',
    workspace,
    ...setting,
    categories,
    category,
    complete: slice.faqs.length === faqs.length,
    search,
    collections,
    needsToken: allowedOrigins.length > 0,
    ...slice,
  }
}

/** The page of the FAQ with this slug; null when there is none. */
export function faqView(
  page: PublicPage,
  setting: Setting,
  slug: string,
  voted: FaqView['voted'] = null,
): FaqView | null {
  const { workspace, faqs, lang } = page
  const faq = faqs.find((candidate) => candidate.slug === slug)
  if (!faq) return null
  const more = faqs.filter((other) => other.category === faq.category && other.id !== faq.id).slice(0, MORE)
  const language = contentLanguage([faq]) || lang
  return {
    kind: 'faq',
    workspace,
    ...setting,
    faq,
    faqLang: language === setting.place.lang ? '' : language,
    categoryPageUrl: hasCollections(page)
      ? `${setting.place.canonical}/categories/${collectionsOf(page).find(({ name }) => name === faq.category)?.slug}`
      : null,
    categoryHref: categoryPath(page, setting, faq.category) ?? '',
    more,
    related: more.length ? [] : sharingWords(faq, faqs),
    voted,
  }
}

function sharingWords(faq: PublicFaq, faqs: readonly PublicFaq[]): PublicFaq[] {
  const questions = relatedFallback(
    faq.question,
    faqs.map(({ question }) => question),
    [],
  )
  return questions.flatMap((question) => faqs.find((other) => other.question === question) ?? [])
}

export const sourceView = ({ workspace }: PublicPage, setting: Setting, source: SourcePage): SourceView => ({
  kind: 'source',
  workspace,
  ...setting,
  source: publicSource(source),
})
