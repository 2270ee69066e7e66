import type { SourcePage } from '../../knowledge/contract.ts'
import type {
  FaqView,
  ListView,
  MissingView,
  PagePlace,
  PublicPage,
  SourceView,
  VisitorSearch,
  VisitorTexts,
} from '../contract.ts'
import { DEFAULT_LANGUAGE, directionOf, type Language, languageOf } from '../domain/languages.ts'
import { categoryChoice, pageOfList } from '../domain/paging.ts'
import { publicSource } from '../domain/source-outline.ts'
import { textsOf } from '../domain/visitor-texts.ts'
import type { PageAddress } from './address.ts'
import { contentLanguage } from './content-language.ts'

const MORE = 5

/** Location and texts of a page; the basis of all its views. */
export interface Setting {
  place: PagePlace
  texts: VisitorTexts
}

type Audience = Pick<PageAddress, 'onDomain' | 'asked' | 'language'>

/** The address of a workspace's own domain, as its visitors reach it: by the instance's scheme and port. */
function domainAddress(appUrl: string, domain: string): string {
  const url = new URL(appUrl)
  url.hostname = domain
  return url.origin
}

/** The address search engines are to know the workspace's page by, without a slash at the end. */
export const canonicalOf = ({ workspace, domain }: PublicPage, appUrl: string): string =>
  domain ? domainAddress(appUrl, domain) : `${appUrl}/faq/${workspace.subdomain}`

/** @param appUrl the instance's address, without a slash at the end */
export function settingOf(page: PublicPage, { onDomain, asked, language }: Audience, appUrl: string): Setting {
  const lang: Language = asked ?? language ?? languageOf(page.lang) ?? DEFAULT_LANGUAGE
  const place: PagePlace = {
    base: onDomain ? '' : `/faq/${page.workspace.subdomain}`,
    canonical: canonicalOf(page, appUrl),
    home: onDomain ? `${appUrl}/` : '/',
    lang,
    dir: directionOf(lang),
    asked: asked ?? '',
    contentLang: page.lang === lang ? '' : page.lang,
  }
  return { place, texts: textsOf(lang, page.workspace.name) }
}

export function missingView(language: Language = DEFAULT_LANGUAGE): MissingView {
  const dir = directionOf(language)
  const place: PagePlace = { base: '', canonical: '', home: '/', lang: language, dir, asked: '', contentLang: '' }
  return { kind: 'missing', place, texts: textsOf(language, '') }
}

export function listView(
  { workspace, faqs, categories: order, allowedOrigins }: PublicPage,
  setting: Setting,
  chosen: { category: string | null; page: number; search: VisitorSearch | null },
): ListView {
  const { category, search } = chosen
  const slice = pageOfList(faqs, category, chosen.page)
  const categories = categoryChoice(faqs, category, order)
  return {
    kind: 'list',
    workspace,
    ...setting,
    categories,
    category,
    complete: slice.faqs.length === faqs.length,
    search,
    needsToken: allowedOrigins.length > 0,
    ...slice,
  }
}

/** The page of the FAQ with this slug; null when there is none. */
export function faqView({ workspace, faqs, lang }: PublicPage, setting: Setting, slug: string): FaqView | null {
  const faq = faqs.find((candidate) => candidate.slug === slug)
  if (!faq) return null
  const more = faqs.filter((other) => other.category === faq.category && other.id !== faq.id).slice(0, MORE)
  const language = contentLanguage([faq]) || lang
  return { kind: 'faq', workspace, ...setting, faq, faqLang: language === setting.place.lang ? '' : language, more }
}

export const sourceView = ({ workspace }: PublicPage, setting: Setting, source: SourcePage): SourceView => ({
  kind: 'source',
  workspace,
  ...setting,
  source: publicSource(source),
})
