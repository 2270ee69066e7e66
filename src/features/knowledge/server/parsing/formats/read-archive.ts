import type { ReadPart } from '../read-parts.ts'
import { readParts } from '../read-parts.ts'
import type { ReadDocument } from '../read-result.ts'
import { Unreadable } from '../unreadable.ts'
import { takeEntries } from '../zip-entries.ts'

/** Folders of programs, and files that begin with a dot, hold no content. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)|\/$/

/** All files of a ZIP that can be read, in the order of their paths. */
export async function readArchive(bytes: Uint8Array, readPart: ReadPart): Promise<ReadDocument> {
  const files = takeEntries(bytes, (name) => !IGNORED.test(name))
  if (files.size === 0) throw new Unreadable('The archive holds no files.')
  const named = [...files].map(([name, part]) => ({ name, bytes: part }))
  named.sort((left, right) => (left.name < right.name ? -1 : 1))
  const { text, note } = await readParts(named, readPart)
  return { title: null, text, unit: null, scanned: [], note }
}
