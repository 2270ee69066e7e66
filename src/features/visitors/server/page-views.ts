import type { SourcePage } from '../../knowledge/contract.ts'
import type { FaqView, ListView, MissingView, PublicFaq, PublicPage, SourceView, VisitorSearch } from '../contract.ts'
import { DEFAULT_LANGUAGE, directionOf, type Language } from '../domain/languages.ts'
import { categoryChoice, pageOfList } from '../domain/paging.ts'
import { relatedFallback } from '../domain/related-fallback.ts'
import { publicSource } from '../domain/source-outline.ts'
import { visitorTextsIn } from '../domain/visitor-texts.ts'
import { categoryPath, collectionsOf, collectionsPart, hasCollections } from './collections.ts'
import { contentLanguage } from './content-language.ts'
import type { PageSetting } from './page-setting.ts'

const MORE_FAQS_MAX = 5

export function missingView(language: Language = DEFAULT_LANGUAGE): MissingView {
  const textDirection = directionOf(language)
  const missingPlace = {
    base: '',
    canonical: '',
    home: '/',
    lang: language,
    dir: textDirection,
    asked: '',
    contentLang: '',
  }
  return { kind: 'missing', place: missingPlace, texts: visitorTextsIn(language, '') }
}

export function listView(
  publicPage: PublicPage,
  pageSetting: PageSetting,
  chosenList: { category: string | null; page: number; search: VisitorSearch | null },
): ListView {
  const { workspace, faqs, categories: order, allowedOrigins } = publicPage
  const { category, search } = chosenList
  const collections = hasCollections(publicPage) ? collectionsPart(publicPage) : null
  const listSlice = collections
    ? { faqs: [], page: { number: 1, count: 1 } }
    : pageOfList(faqs, category, chosenList.page)
  const categories = collections ? [] : categoryChoice(faqs, category, order)
  return {
    kind: 'list',
    workspace,
    ...pageSetting,
    categories,
    category,
    complete: listSlice.faqs.length === faqs.length,
    search,
    collections,
    needsToken: allowedOrigins.length > 0,
    ...listSlice,
  }
}

/** The page of the FAQ with this slug; null when there is none. */
export function faqView(
  publicPage: PublicPage,
  pageSetting: PageSetting,
  requestedSlug: string,
  voteStatus: FaqView['voted'] = null,
): FaqView | null {
  const { workspace, faqs, lang } = publicPage
  const requestedFaq = faqs.find((candidate) => candidate.slug === requestedSlug)
  if (!requestedFaq) return null
  const sameCategoryFaqs = faqs
    .filter((otherFaq) => otherFaq.category === requestedFaq.category && otherFaq.id !== requestedFaq.id)
    .slice(0, MORE_FAQS_MAX)
  const faqLanguage = contentLanguage([requestedFaq]) || lang
  return {
    kind: 'faq',
    workspace,
    ...pageSetting,
    faq: requestedFaq,
    faqLang: faqLanguage === pageSetting.place.lang ? '' : faqLanguage,
    categoryPageUrl: hasCollections(publicPage)
      ? `${pageSetting.place.canonical}/categories/${collectionsOf(publicPage).find(({ name }) => name === requestedFaq.category)?.slug}`
      : null,
    categoryHref: categoryPath(publicPage, pageSetting, requestedFaq.category) ?? '',
    more: sameCategoryFaqs,
    related: sameCategoryFaqs.length ? [] : faqsSharingWords(requestedFaq, faqs),
    voted: voteStatus,
  }
}

function faqsSharingWords(faq: PublicFaq, candidates: readonly PublicFaq[]): PublicFaq[] {
  const relatedQuestions = relatedFallback(
    faq.question,
    candidates.map(({ question }) => question),
    [],
  )
  return relatedQuestions.flatMap((question) => candidates.find((candidate) => candidate.question === question) ?? [])
}

export const sourceView = (
  { workspace }: PublicPage,
  pageSetting: PageSetting,
  sourcePage: SourcePage,
): SourceView => ({
  kind: 'source',
  workspace,
  ...pageSetting,
  source: publicSource(sourcePage),
})
