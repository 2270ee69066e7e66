import { archivedImages, isImageName, type KeepImage, keepNoImage, trackShown } from '../document-images.ts'
import { type ReadPart, readParts } from '../read-parts.ts'
import type { ReadDocument } from '../read-result.ts'
import { Unreadable } from '../unreadable.ts'
import { takeEntries } from '../zip-entries.ts'

/** Folders of programs, and files that begin with a dot, hold no content. */
const IGNORED_PATH = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)|\/$/

/** All files of a ZIP that can be read, in the order of their paths. */
export async function readArchive(
  archiveBytes: Uint8Array,
  readPart: ReadPart,
  keepImage: KeepImage = keepNoImage,
): Promise<ReadDocument> {
  const filesByName = takeEntries(archiveBytes, (entryName) => !IGNORED_PATH.test(entryName))
  if (filesByName.size === 0) throw new Unreadable('The archive contains no files.')
  const namedFiles = [...filesByName].map(([name, part]) => ({ name, bytes: part }))
  namedFiles.sort((left, right) => (left.name < right.name ? -1 : 1))
  const { keepShown, shown } = trackShown(keepImage)
  /** Images that a page shows are no files of their own; that is known when the pages were read. */
  function* readableParts() {
    yield* namedFiles.filter(({ name }) => !isImageName(name))
    yield* namedFiles.filter((namedFile) => isImageName(namedFile.name) && !shown.has(namedFile.bytes))
  }
  const { text, note } = await readParts(readableParts(), readPart, (entryName) =>
    archivedImages(entryName, filesByName, keepShown),
  )
  return { title: null, text, unit: null, scanned: [], note }
}
