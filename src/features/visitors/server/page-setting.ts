import type { PagePlace, PublicPage, VisitorTexts } from '../contract.ts'
import { DEFAULT_LANGUAGE, directionOf, type Language, languageOf } from '../domain/languages.ts'
import { visitorTextsIn } from '../domain/visitor-texts.ts'
import type { PageAddress } from './address.ts'

/** Location and texts of a page; the basis of all its views. */
export interface PageSetting {
  place: PagePlace
  texts: VisitorTexts
}

type PageAudience = Pick<PageAddress, 'onDomain' | 'asked' | 'language'>

/** The address of a workspace's own domain, as its visitors reach it: by the instance's scheme and port. */
function domainAddress(appUrl: string, customDomain: string): string {
  const domainUrl = new URL(appUrl)
  domainUrl.hostname = customDomain
  return domainUrl.origin
}

/** The address search engines are to know the workspace's page by, without a slash at the end. */
export const canonicalOf = ({ workspace, domain }: PublicPage, appUrl: string): string =>
  domain ? domainAddress(appUrl, domain) : `${appUrl}/faq/${workspace.subdomain}`

/** @param appUrl the instance's address, without a slash at the end */
export function pageSettingOf(
  publicPage: PublicPage,
  { onDomain, asked, language }: PageAudience,
  appUrl: string,
): PageSetting {
  const pageLanguage: Language = asked ?? language ?? languageOf(publicPage.lang) ?? DEFAULT_LANGUAGE
  const pagePlace: PagePlace = {
    base: onDomain ? '' : `/faq/${publicPage.workspace.subdomain}`,
    canonical: canonicalOf(publicPage, appUrl),
    home: onDomain ? `${appUrl}/` : '/',
    lang: pageLanguage,
    dir: directionOf(pageLanguage),
    asked: asked ?? '',
    contentLang: publicPage.lang === pageLanguage ? '' : publicPage.lang,
  }
  return { place: pagePlace, texts: visitorTextsIn(pageLanguage, publicPage.workspace.name) }
}
