import { DEFAULT_LANGUAGE, PAGE_LANGUAGES, type PageLanguage } from '../../../kernel/languages.ts'

export { DEFAULT_LANGUAGE, PAGE_LANGUAGES as LANGUAGES, type PageLanguage as Language }

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')

/** `de`, `DE` and `de-AT` are all `de`; null for what is not spoken here. */
export function languageOf(languageTag: string | null | undefined): PageLanguage | null {
  if (!languageTag) return null
  const primarySubtag = languageTag.trim().toLowerCase().split('-')[0]
  return PAGE_LANGUAGES.find((language) => language === primarySubtag) ?? null
}

/**
 * The language a browser asks for (RFC 9110 §12.5.4): of those spoken here the one with the highest weight, the first
 * of equals. Null when the header names none of them.
 */
export function negotiateLanguage(acceptLanguage: string | undefined): PageLanguage | null {
  let preferredLanguage: PageLanguage | null = null
  let highestQuality = 0
  for (const languageRange of acceptLanguage?.slice(0, 500).split(',') ?? []) {
    const [tag, ...parameters] = languageRange.split(';')
    const qualityParameter = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((qualityValue) => qualityValue !== undefined)
    const quality = qualityParameter === undefined ? 1 : Number(qualityParameter)
    const language = languageOf(tag)
    if (language && quality > highestQuality) [preferredLanguage, highestQuality] = [language, quality]
  }
  return preferredLanguage
}
