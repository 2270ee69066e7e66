const APOSTROPHES = /['’ʼ`´]/gu
const ENGLISH_ENDINGS = /['’](?:s|d|m|ve|ll|re)\b/gu
/** English words that are written as one word, as two, or with a hyphen. */
const ENGLISH_COMPOUNDS: [RegExp, string][] = [
  [/\be-mail/gu, 'email'],
  [/\bwi-fi\b/gu, 'wifi'],
  [/\b(?:log|logg|sign)(?:s|ed|ing)?[ -](?:in|on)\b/gu, 'login'],
  [/\b(?:log|logg|sign)(?:s|ed|ing)?[ -](?:out|off)\b/gu, 'logout'],
  [/\bsign(?:s|ed|ing)?[ -]up\b/gu, 'signup'],
  [/\bset(?:s|ting)?[ -]up\b/gu, 'setup'],
  [/\bback(?:s|ed|ing)?[ -]up\b/gu, 'backup'],
  [/\bcheck(?:s|ed|ing)?[ -]out\b/gu, 'checkout'],
]
/** Matches every text with a compound. */
const MAYBE_COMPOUND = /e-mail|wi-fi|\b(?:log|sign|set|back|check)[a-z]*[ -](?:in|on|out|off|up)\b/u
const ASCII = /^[\0-\x7f]*$/
const MARKS = /(\p{Script=Latin}|\p{Script=Greek}|\p{Script=Arabic})\p{M}+/gu
const FOLDED: Record<string, string> = { ё: 'е', đ: 'd', ı: 'i', ى: 'ي', ة: 'ه', ς: 'σ', ـ: '' }
const FOLDABLE = /[ёđıىةςـ]/gu
const ARABIC_OR_DEVANAGARI_DIGITS = /[٠-٩۰-۹०-९]/gu

const plainDigit = (digit: string): string => {
  const code = digit.charCodeAt(0)
  return String((code & 15) - (code >= 0x966 ? 6 : 0))
}

function withoutEndings(text: string, language: string): string {
  let out = text.replace(ENGLISH_ENDINGS, '')
  if (language === 'en' && MAYBE_COMPOUND.test(out))
    for (const [pattern, word] of ENGLISH_COMPOUNDS) out = out.replace(pattern, word)
  return out
}

/**
 * Lower case, compatibility forms and digits made plain, accents dropped where people leave them out when typing
 * (Latin, Greek, Arabic). An apostrophe ends an elided word in French and Italian and vanishes elsewhere, with the
 * endings of English contractions; English compounds are written in one.
 */
export function normalize(text: string, language: string): string {
  const isAscii = ASCII.test(text)
  const lower = (isAscii ? text : text.normalize('NFKC')).toLowerCase()
  const elided = language === 'fr' || language === 'it'
  const joined = elided ? lower.replace(APOSTROPHES, ' ') : withoutEndings(lower, language).replace(APOSTROPHES, '')
  if (isAscii) return joined
  return joined
    .normalize('NFD')
    .replace(MARKS, '$1')
    .normalize('NFC')
    .replace(FOLDABLE, (c) => FOLDED[c] ?? c)
    .replace(ARABIC_OR_DEVANAGARI_DIGITS, plainDigit)
}
