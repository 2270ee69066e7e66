import { DEFAULT_LANGUAGE, PAGE_LANGUAGES, type PageLanguage } from '../../../kernel/languages.ts'

export { DEFAULT_LANGUAGE, PAGE_LANGUAGES as LANGUAGES, type PageLanguage as Language }

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')

/** `de`, `DE` and `de-AT` are all `de`; null for what is not spoken here. */
export function languageOf(tag: string | null | undefined): PageLanguage | null {
  if (!tag) return null
  const primary = tag.trim().toLowerCase().split('-')[0]
  return PAGE_LANGUAGES.find((language) => language === primary) ?? null
}

/**
 * The language a browser asks for (RFC 9110 §12.5.4): of those spoken here the one with the highest weight, the first
 * of equals. Null when the header names none of them.
 */
export function negotiateLanguage(acceptLanguage: string | undefined): PageLanguage | null {
  let best: PageLanguage | null = null
  let most = 0
  for (const range of acceptLanguage?.slice(0, 500).split(',') ?? []) {
    const [tag, ...parameters] = range.split(';')
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((q) => q !== undefined)
    const quality = weight === undefined ? 1 : Number(weight)
    const language = languageOf(tag)
    if (language && quality > most) [best, most] = [language, quality]
  }
  return best
}
