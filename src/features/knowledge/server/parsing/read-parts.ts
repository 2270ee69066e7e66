import { takeMarks } from '../../domain/place-marks.ts'
import type { FindImage } from './document-images.ts'
import type { ReadDocument } from './read-result.ts'
import { Unreadable } from './unreadable.ts'

/** Reads one of the files that another file holds. */
export type ReadPart = (name: string, bytes: Uint8Array, findImage?: FindImage) => Promise<ReadDocument>

const MAX_NAMED_FILES = 5

/** Moves headings one level down, below the name of their file; lines of code stay. */
function lowerHeadings(markdown: string): string {
  let isInCode = false
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*(```|~~~)/.test(line)) isInCode = !isInCode
      return !isInCode && /^#{1,5}\s/.test(line) ? `#${line}` : line
    })
    .join('\n')
}

/** A text without the heading that it begins with where that is its title: the part begins with it. */
function withoutTitle(partText: string, partTitle: string | null): string {
  const [heading, words] = /^#{1,6} +(.+?)\s*(?:\n+|$)/.exec(partText) ?? []
  return heading !== undefined && words === partTitle && heading.length < partText.length
    ? partText.slice(heading.length)
    : partText
}

/** The texts of several files, each below its name, and a note on those that could not be read. */
export async function readParts(
  partFiles: Iterable<{ name: string; bytes: Uint8Array }>,
  readPart: ReadPart,
  findImage?: (name: string) => FindImage,
): Promise<{ text: string; note: string | null }> {
  const fileTexts: string[] = []
  const failedNames: string[] = []
  for (const { name, bytes } of partFiles) {
    try {
      const { title, text } = await readPart(name, bytes, findImage?.(name))
      const ownText = takeMarks(text).text.trim()
      if (ownText === '') failedNames.push(name)
      else fileTexts.push(`# ${(title ?? name).replace(/\s+/g, ' ')}\n\n${lowerHeadings(withoutTitle(ownText, title))}`)
    } catch (readError) {
      if (!(readError instanceof Unreadable)) throw readError
      failedNames.push(name)
    }
  }
  const shownNames =
    failedNames.slice(0, MAX_NAMED_FILES).join(', ') + (failedNames.length > MAX_NAMED_FILES ? ', …' : '')
  const note =
    failedNames.length === 0
      ? null
      : `${failedNames.length === 1 ? 'One file' : `${failedNames.length} files`} in it could not be read: ${shownNames}.`
  return { text: fileTexts.join('\n\n'), note }
}
