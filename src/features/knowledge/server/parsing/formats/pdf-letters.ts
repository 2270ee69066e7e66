/**
 * Letters of the corporate use subarea of the Adobe Glyph List: fonts of the nineties name old-style digits, small
 * capitals and superior letters so, and pdf.js returns the private characters of that list.
 */
const SUPERIOR = new Map([
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
const SYMBOLS = new Map([
  [0xf02b, '+'],
  [0xf02d, '-'],
  [0xf03d, '='],
  [0xf0a7, '▪'],
  [0xf0b0, '°'],
  [0xf0b1, '±'],
  [0xf0b4, '×'],
  [0xf0b7, '•'],
])
const PRIVATE = /[\uF02B-\uF0B7\uF6DC-\uF7FE]/g
const [OLD_STYLE_ZERO, SMALL_A, SMALL_LATIN_1] = [0xf730, 0xf761, 0xf7e0]

function letterOf(sign: string): string {
  const code = sign.charCodeAt(0)
  if (code >= OLD_STYLE_ZERO && code < OLD_STYLE_ZERO + 10) return String(code - OLD_STYLE_ZERO)
  if (code >= SMALL_A && code < SMALL_A + 26) return String.fromCharCode(0x41 + code - SMALL_A)
  if (code >= SMALL_LATIN_1) return String.fromCharCode(0xe0 + code - SMALL_LATIN_1).toUpperCase()
  return SUPERIOR.get(code) ?? SYMBOLS.get(code) ?? sign
}

/** A text with letters that everyone has in place of those of the private area. */
export const knownLetters = (text: string): string => text.replace(PRIVATE, letterOf)

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
/** A variant of a letter: "one.os", "A.sc" (the part behind the period says nothing about the letter). */
const VARIANT = /^([A-Za-z]|zero|one|two|three|four|five|six|seven|eight|nine)\.[A-Za-z0-9_.]{1,20}$/
/** Control characters and those that mean nothing: codes that a font gives to glyphs without a letter. */
const UNKNOWN = /(?!\s)[\p{Cc}\uFFFD-\uFFFF]/gu

/** Returns true for a text with codes of glyphs in place of letters. */
export const hasUnknownLetters = (text: string): boolean => text.search(UNKNOWN) >= 0

/**
 * Letters of glyphs whose names are variants of others, by their codes, from the encodings of the fonts on a page; codes
 * that two fonts use for different letters are left out.
 */
export function variantLetters(encodings: readonly (readonly (string | null | undefined)[])[]): Map<string, string> {
  const letters = new Map<string, string>()
  for (const names of encodings)
    for (const [code, name] of names.entries()) {
      const base = VARIANT.exec(name ?? '')?.[1]
      if (base === undefined) continue
      const [sign, letter] = [String.fromCharCode(code), base.length > 1 ? String(DIGITS.indexOf(base)) : base]
      letters.set(sign, (letters.get(sign) ?? letter) === letter ? letter : sign)
    }
  return letters
}

export const withVariantLetters = (text: string, letters: ReadonlyMap<string, string>): string =>
  text.replace(UNKNOWN, (sign) => letters.get(sign) ?? sign)

/** Share of such codes from which nothing of a font is believed: its other codes are letters by chance. */
const UNKNOWN_MAX = 0.1

/**
 * The runs without codes of glyphs in place of letters, and without those of fonts that mostly have such codes. A font
 * with one such code alone has it for its space.
 */
export function withoutUnknownLetters<Run extends { text: string; font: string }>(runs: readonly Run[]): Run[] {
  const texts = new Map<string, string>()
  for (const { text, font } of runs) if (text !== '') texts.set(font, `${texts.get(font) ?? ''}${text}`)
  const replacements = new Map([...texts].map(([font, text]) => [font, replacementIn(text)]))
  return runs.flatMap((run) => {
    const replacement = replacements.get(run.font)
    if (replacement === undefined) return []
    const text = run.text.replace(UNKNOWN, replacement)
    return text === '' ? [] : { ...run, text }
  })
}

/** Replacement for a font's codes of glyphs; undefined where nothing of the font can be believed. */
function replacementIn(text: string): string | undefined {
  const unknown = text.match(UNKNOWN) ?? []
  if (new Set(unknown).size === 1) return ' '
  return unknown.length > text.replace(/\s+/g, '').length * UNKNOWN_MAX ? undefined : ''
}
