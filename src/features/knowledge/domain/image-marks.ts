/**
 * An image of a document is in its text as Markdown with the number of the image, counted from 1, in place of an
 * address. Only images that were taken out of the document have such a mark; the stored text keeps it, passages keep
 * the text alternative alone.
 */
export const imageMark = (alt: string, number: number): string => `![${withEscapedBrackets(alt)}](image:${number})`

/** Escapes brackets and backslashes, except those that are escaped. */
const withEscapedBrackets = (alt: string): string =>
  alt.replace(/\\.|[[\]\\]/gu, (sign) => (sign.length === 1 ? `\\${sign}` : sign))

const MARK = /!\[((?:\\.|[^\]\\\n]){0,2000})\]\(image:(\d{1,4})\)/gu

/** Replaces each mark, by its text alternative unless another replacement is given. */
export const replaceImageMarks = (
  markdown: string,
  replacement: (alt: string, number: number) => string = (alt) => alt,
): string => markdown.replace(MARK, (_, alt: string, number: string) => replacement(alt, Number(number)))

/** An image where a passage shows it. */
export interface PlacedImage {
  number: number
  /** Text alternative, with the escapes of Markdown. */
  alt: string
  /** Position of the passage, and of the image in its text. */
  passage: number
  at: number
}

const [BEGIN, END] = ['\uE010', '\uE011']
const PLACEHOLDER = /\uE010(\d{1,4})\uE011/gu

/** Puts a placeholder of private characters in front of each text alternative, so that a text can be split. */
export function hideImageMarks(markdown: string): { text: string; alts: ReadonlyMap<number, string> } {
  const alts = new Map<number, string>()
  const plain = markdown.replace(PLACEHOLDER, '')
  const text = replaceImageMarks(plain, (alt, number) => {
    if (!alts.get(number)) alts.set(number, alt)
    return `${BEGIN}${number}${END}${alt}`
  })
  return { text, alts }
}

/** Takes the placeholders out of a passage, with their positions in the text that is left. */
export function takePlaceholders(passage: string): { text: string; images: { number: number; at: number }[] } {
  const images: { number: number; at: number }[] = []
  let removed = 0
  const text = passage.replace(PLACEHOLDER, (placeholder, number: string, position: number) => {
    images.push({ number: Number(number), at: position - removed })
    removed += placeholder.length
    return ''
  })
  const start = text.length - text.trimStart().length
  return { text: text.trim(), images: images.map(({ number, at }) => ({ number, at: Math.max(0, at - start) })) }
}
