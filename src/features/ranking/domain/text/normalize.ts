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
const ASCII_TEXT = /^[\0-\x7f]*$/
const COMBINED_MARKS = /(\p{Script=Latin}|\p{Script=Greek}|\p{Script=Arabic})\p{M}+/gu
const FOLDED_LETTERS: Record<string, string> = { ё: 'е', đ: 'd', ı: 'i', ى: 'ي', ة: 'ه', ς: 'σ', ـ: '' }
const FOLDABLE = /[ёđıىةςـ]/gu
const ARABIC_OR_DEVANAGARI_DIGITS = /[٠-٩۰-۹०-९]/gu

const plainDigit = (nativeDigit: string): string => {
  const characterCode = nativeDigit.charCodeAt(0)
  return String((characterCode & 15) - (characterCode >= 0x966 ? 6 : 0))
}

function withoutEndings(originalText: string, language: string): string {
  let shortenedText = originalText.replace(ENGLISH_ENDINGS, '')
  if (language === 'en' && MAYBE_COMPOUND.test(shortenedText))
    for (const [pattern, word] of ENGLISH_COMPOUNDS) shortenedText = shortenedText.replace(pattern, word)
  return shortenedText
}

/**
 * Lower case, compatibility forms and digits made plain, accents dropped where people leave them out when typing
 * (Latin, Greek, Arabic). An apostrophe ends an elided word in French and Italian and vanishes elsewhere, with the
 * endings of English contractions; English compounds are written in one.
 */
export function normalize(originalText: string, language: string): string {
  const isAsciiText = ASCII_TEXT.test(originalText)
  const lowerText = (isAsciiText ? originalText : originalText.normalize('NFKC')).toLowerCase()
  const hasElision = language === 'fr' || language === 'it'
  const joinedText = hasElision
    ? lowerText.replace(APOSTROPHES, ' ')
    : withoutEndings(lowerText, language).replace(APOSTROPHES, '')
  if (isAsciiText) return joinedText
  return joinedText
    .normalize('NFD')
    .replace(COMBINED_MARKS, '$1')
    .normalize('NFC')
    .replace(FOLDABLE, (letter) => FOLDED_LETTERS[letter] ?? letter)
    .replace(ARABIC_OR_DEVANAGARI_DIGITS, plainDigit)
}
