/**
 * Letters of the corporate use subarea of the Adobe Glyph List: fonts of the nineties name old-style digits, small
 * capitals and superior letters so, and pdf.js returns the private characters of that list.
 */
const SUPERIOR_LETTERS = new Map([
  [0xf6dc, '1'],
  [0xf6e1, ','],
  [0xf6e2, '-'],
  [0xf6e3, '.'],
  [0xf6e7, '.'],
  [0xf6e8, '.'],
  [0xf6e9, 'a'],
  [0xf6ea, 'b'],
  [0xf6eb, 'd'],
  [0xf6ec, 'e'],
  [0xf6ed, 'i'],
  [0xf6ee, 'l'],
  [0xf6ef, 'm'],
  [0xf6f0, 'n'],
  [0xf6f1, 'o'],
  [0xf6f2, 'r'],
  [0xf6f3, 's'],
  [0xf6f4, 't'],
  [0xf724, '$'],
  [0xf726, '&'],
])
/** Signs of the fonts Symbol and Wingdings by their codes, which are private characters. */
const SYMBOL_LETTERS = new Map([
  [0xf02b, '+'],
  [0xf02d, '-'],
  [0xf03d, '='],
  [0xf0a7, '▪'],
  [0xf0b0, '°'],
  [0xf0b1, '±'],
  [0xf0b4, '×'],
  [0xf0b7, '•'],
])
const PRIVATE_LETTERS = /[\uF02B-\uF0B7\uF6DC-\uF7FE]/g
const [OLD_STYLE_ZERO, SMALL_A, SMALL_LATIN_1] = [0xf730, 0xf761, 0xf7e0]

function replacePrivateLetter(character: string): string {
  const charCode = character.charCodeAt(0)
  if (charCode >= OLD_STYLE_ZERO && charCode < OLD_STYLE_ZERO + 10) return String(charCode - OLD_STYLE_ZERO)
  if (charCode >= SMALL_A && charCode < SMALL_A + 26) return String.fromCharCode(0x41 + charCode - SMALL_A)
  if (charCode >= SMALL_LATIN_1) return String.fromCharCode(0xe0 + charCode - SMALL_LATIN_1).toUpperCase()
  return SUPERIOR_LETTERS.get(charCode) ?? SYMBOL_LETTERS.get(charCode) ?? character
}

/** A text with letters that everyone has in place of those of the private area. */
export const replacePrivateLetters = (text: string): string => text.replace(PRIVATE_LETTERS, replacePrivateLetter)

const DIGIT_NAMES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
/** A variant of a letter: "one.os", "A.sc" (the part behind the period says nothing about the letter). */
const VARIANT_NAME = /^([A-Za-z]|zero|one|two|three|four|five|six|seven|eight|nine)\.[A-Za-z0-9_.]{1,20}$/
/** Control characters and those that mean nothing: codes that a font gives to glyphs without a letter. */
const UNKNOWN_LETTERS = /(?!\s)[\p{Cc}\uFFFD-\uFFFF]/gu

/** Returns true for a text with codes of glyphs in place of letters. */
export const hasUnknownLetters = (text: string): boolean => text.search(UNKNOWN_LETTERS) >= 0

/**
 * Letters of glyphs whose names are variants of others, by their codes, from the encodings of the fonts on a page; codes
 * that two fonts use for different letters are left out.
 */
export function variantLetters(encodings: readonly (readonly (string | null | undefined)[])[]): Map<string, string> {
  const lettersByCode = new Map<string, string>()
  for (const glyphNames of encodings)
    for (const [code, name] of glyphNames.entries()) {
      const baseName = VARIANT_NAME.exec(name ?? '')?.[1]
      if (baseName === undefined) continue
      const [sign, letter] = [
        String.fromCharCode(code),
        baseName.length > 1 ? String(DIGIT_NAMES.indexOf(baseName)) : baseName,
      ]
      lettersByCode.set(sign, (lettersByCode.get(sign) ?? letter) === letter ? letter : sign)
    }
  return lettersByCode
}

export const withVariantLetters = (text: string, lettersByCode: ReadonlyMap<string, string>): string =>
  text.replace(UNKNOWN_LETTERS, (glyphCode) => lettersByCode.get(glyphCode) ?? glyphCode)

/** Share of such codes from which nothing of a font is believed: its other codes are letters by chance. */
const MAX_UNKNOWN_SHARE = 0.1

/**
 * The runs without codes of glyphs in place of letters, and without those of fonts that mostly have such codes. A font
 * with one such code alone has it for its space.
 */
export function withoutUnknownLetters<Run extends { text: string; font: string }>(textRuns: readonly Run[]): Run[] {
  const textsByFont = new Map<string, string>()
  for (const { text, font } of textRuns) if (text !== '') textsByFont.set(font, `${textsByFont.get(font) ?? ''}${text}`)
  const replacementsByFont = new Map([...textsByFont].map(([font, text]) => [font, findReplacement(text)]))
  return textRuns.flatMap((textRun) => {
    const replacement = replacementsByFont.get(textRun.font)
    if (replacement === undefined) return []
    const text = textRun.text.replace(UNKNOWN_LETTERS, replacement)
    return text === '' ? [] : { ...textRun, text }
  })
}

/** Replacement for a font's codes of glyphs; undefined where nothing of the font can be believed. */
function findReplacement(fontText: string): string | undefined {
  const unknownLetters = fontText.match(UNKNOWN_LETTERS) ?? []
  if (new Set(unknownLetters).size === 1) return ' '
  return unknownLetters.length > fontText.replace(/\s+/g, '').length * MAX_UNKNOWN_SHARE ? undefined : ''
}
