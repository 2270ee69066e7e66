/** The languages of the help page's own texts, as ISO 639-1 codes. */
export const PAGE_LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'tr', 'zh'] as const
export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

export const DEFAULT_LANGUAGE: PageLanguage = 'en'
