import { archivedImages, isImageName, type KeepImage, keepNoImage, trackShown } from '../document-images.ts'
import { type ReadPart, readParts } from '../read-parts.ts'
import type { ReadDocument } from '../read-result.ts'
import { Unreadable } from '../unreadable.ts'
import { takeEntries } from '../zip-entries.ts'

/** Folders of programs, and files that begin with a dot, hold no content. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)|\/$/

/** All files of a ZIP that can be read, in the order of their paths. */
export async function readArchive(
  bytes: Uint8Array,
  readPart: ReadPart,
  keep: KeepImage = keepNoImage,
): Promise<ReadDocument> {
  const files = takeEntries(bytes, (name) => !IGNORED.test(name))
  if (files.size === 0) throw new Unreadable('The archive contains no files.')
  const named = [...files].map(([name, part]) => ({ name, bytes: part }))
  named.sort((left, right) => (left.name < right.name ? -1 : 1))
  const { keepShown, shown } = trackShown(keep)
  /** Images that a page shows are no files of their own; that is known when the pages were read. */
  function* parts() {
    yield* named.filter(({ name }) => !isImageName(name))
    yield* named.filter((part) => isImageName(part.name) && !shown.has(part.bytes))
  }
  const { text, note } = await readParts(parts(), readPart, (name) => archivedImages(name, files, keepShown))
  return { title: null, text, unit: null, scanned: [], note }
}
