const APOSTROPHES = /['’ʼ`´]/gu
const POSSESSIVE = /['’]s\b/gu
const MARKS = /(\p{Script=Latin}|\p{Script=Greek}|\p{Script=Arabic})\p{M}+/gu
const FOLDED: Record<string, string> = { ё: 'е', đ: 'd', ı: 'i', ى: 'ي', ة: 'ه', ς: 'σ', ـ: '' }
const FOLDABLE = /[ёđıىةςـ]/gu
const ARABIC_OR_DEVANAGARI_DIGITS = /[٠-٩۰-۹०-९]/gu

const plainDigit = (digit: string): string => {
  const code = digit.charCodeAt(0)
  return String((code & 15) - (code >= 0x966 ? 6 : 0))
}

/**
 * Lower case, compatibility forms and digits made plain, accents dropped where people leave them out when typing
 * (Latin, Greek, Arabic). An apostrophe ends an elided word in French and Italian and vanishes elsewhere, with the
 * possessive s.
 */
export function normalise(text: string, language: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  const elided = language === 'fr' || language === 'it'
  const joined = elided ? lower.replace(APOSTROPHES, ' ') : lower.replace(POSSESSIVE, '').replace(APOSTROPHES, '')
  return joined
    .normalize('NFD')
    .replace(MARKS, '$1')
    .normalize('NFC')
    .replace(FOLDABLE, (c) => FOLDED[c] ?? c)
    .replace(ARABIC_OR_DEVANAGARI_DIGITS, plainDigit)
}
