import { takeMarks } from '../../domain/place-marks.ts'
import type { FindImage } from './document-images.ts'
import type { ReadDocument } from './read-result.ts'
import { Unreadable } from './unreadable.ts'

/** Reads one of the files that another file holds. */
export type ReadPart = (name: string, bytes: Uint8Array, findImage?: FindImage) => Promise<ReadDocument>

const NAMED_MAX = 5

/** Moves headings one level down, below the name of their file; lines of code stay. */
function lowered(markdown: string): string {
  let isCode = false
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
      return !isCode && /^#{1,5}\s/.test(line) ? `#${line}` : line
    })
    .join('\n')
}

/** A text without the heading that it begins with where that is its title: the part begins with it. */
function withoutTitle(text: string, title: string | null): string {
  const [heading, words] = /^#{1,6} +(.+?)\s*(?:\n+|$)/.exec(text) ?? []
  return heading !== undefined && words === title && heading.length < text.length ? text.slice(heading.length) : text
}

/** The texts of several files, each below its name, and a note on those that could not be read. */
export async function readParts(
  files: Iterable<{ name: string; bytes: Uint8Array }>,
  readPart: ReadPart,
  findImage?: (name: string) => FindImage,
): Promise<{ text: string; note: string | null }> {
  const texts: string[] = []
  const failed: string[] = []
  for (const { name, bytes } of files) {
    try {
      const { title, text } = await readPart(name, bytes, findImage?.(name))
      const own = takeMarks(text).text.trim()
      if (own === '') failed.push(name)
      else texts.push(`# ${(title ?? name).replace(/\s+/g, ' ')}\n\n${lowered(withoutTitle(own, title))}`)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      failed.push(name)
    }
  }
  const named = failed.slice(0, NAMED_MAX).join(', ') + (failed.length > NAMED_MAX ? ', …' : '')
  const note =
    failed.length === 0
      ? null
      : `${failed.length === 1 ? 'One file' : `${failed.length} files`} in it could not be read: ${named}.`
  return { text: texts.join('\n\n'), note }
}
