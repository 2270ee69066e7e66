const UNSPACED_LANGUAGES: ReadonlySet<string> = new Set(['ja', 'zh'])

/** Returns true for languages that put no spaces between words. */
export const isUnspaced = (language: string): boolean => UNSPACED_LANGUAGES.has(language)

/** Lower case without the accents that people leave out when they type quickly. */
export const plainText = (writtenText: string): string =>
  writtenText
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/gu, '')
    .normalize('NFC')
    .replace(/ß/gu, 'ss')
    .replace(/ı/gu, 'i')
    .replace(/ł/gu, 'l')
    .replace(/[’‘`´]/gu, "'")
