/**
 * An image of a document is in its text as Markdown with the number of the image, counted from 1, in place of an
 * address. Only images that were taken out of the document have such a mark; the stored text keeps it, passages keep
 * the text alternative alone.
 */
export const imageMark = (altText: string, imageNumber: number): string =>
  `![${withEscapedBrackets(altText)}](image:${imageNumber})`

/** Escapes brackets and backslashes, except those that are escaped. */
const withEscapedBrackets = (altText: string): string =>
  altText.replace(/\\.|[[\]\\]/gu, (character) => (character.length === 1 ? `\\${character}` : character))

const IMAGE_MARK = /!\[((?:\\.|[^\]\\\n]){0,2000})\]\(image:(\d{1,4})\)/gu

/** Replaces each mark, by its text alternative unless another replacement is given. */
export const replaceImageMarks = (
  markdown: string,
  replacement: (alt: string, number: number) => string = (alt) => alt,
): string =>
  markdown.replace(IMAGE_MARK, (_, altText: string, imageNumber: string) => replacement(altText, Number(imageNumber)))

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
const MARK_PLACEHOLDER = /\uE010(\d{1,4})\uE011/gu

/** Puts a placeholder of private characters in front of each text alternative, so that a text can be split. */
export function hideImageMarks(markdown: string): { text: string; alts: ReadonlyMap<number, string> } {
  const alts = new Map<number, string>()
  const plainMarkdown = markdown.replace(MARK_PLACEHOLDER, '')
  const text = replaceImageMarks(plainMarkdown, (altText, imageNumber) => {
    if (!alts.get(imageNumber)) alts.set(imageNumber, altText)
    return `${BEGIN}${imageNumber}${END}${altText}`
  })
  return { text, alts }
}

/** Takes the placeholders out of a passage, with their positions in the text that is left. */
export function takePlaceholders(passage: string): { text: string; images: { number: number; at: number }[] } {
  const placedImages: { number: number; at: number }[] = []
  let removedLength = 0
  const strippedText = passage.replace(MARK_PLACEHOLDER, (placeholder, imageNumber: string, position: number) => {
    placedImages.push({ number: Number(imageNumber), at: position - removedLength })
    removedLength += placeholder.length
    return ''
  })
  const leadingSpaces = strippedText.length - strippedText.trimStart().length
  return {
    text: strippedText.trim(),
    images: placedImages.map(({ number, at }) => ({ number, at: Math.max(0, at - leadingSpaces) })),
  }
}
