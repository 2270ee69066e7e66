import { formatNumber } from './format.ts'

/** The text with each run of whitespace as one space, trimmed. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Normalizes text as specified: lower-case, only letters, digits and whitespace of any script, trimmed. */
export function normalizeQuestion(question: string): string {
  return question
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Latin letters, digits and single hyphens, at most `max` characters; '' when nothing of the text survives. */
export function slugify(text: string, max = 60): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, max)
    .replace(/-+$/, '')
}

/** Cuts at a word boundary within `max` characters and marks the cut with an ellipsis. */
export function excerpt(text: string, max: number): string {
  const flat = oneLine(text)
  if (flat.length <= max) return flat
  const cut = flat.slice(0, max - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > max * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** Puts a text on one line and cuts it at a word boundary within `max` characters. */
export function truncateAtWord(text: string, max: number): string {
  const flat = oneLine(text)
  if (flat.length <= max) return flat
  const cut = flat.slice(0, max).toWellFormed()
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}

/** `plural(1, 'day')` → '1 day', `plural(2, 'day')` → '2 days', `plural(10_000, 'day')` → '10,000 days'. */
export const plural = (n: number, noun: string, many = `${noun}s`): string =>
  `${formatNumber(n)} ${n === 1 ? noun : many}`

/** Characters that show nothing: zero-width spaces and joiners, fillers, direction marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** The text without characters that show nothing. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')
