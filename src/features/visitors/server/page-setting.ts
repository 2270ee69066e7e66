import type { PagePlace, PublicPage, VisitorTexts } from '../contract.ts'
import { DEFAULT_LANGUAGE, directionOf, type Language, languageOf } from '../domain/languages.ts'
import { textsOf } from '../domain/visitor-texts.ts'
import type { PageAddress } from './address.ts'

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
