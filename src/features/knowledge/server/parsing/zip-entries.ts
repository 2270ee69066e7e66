import { unzipSync } from 'fflate'
import { IMAGE_BYTES_MAX, IMAGES_BYTES_MAX } from './document-images.ts'
import { DAMAGED, UNFOLDS, Unreadable } from './unreadable.ts'

export interface ZipEntry {
  name: string
  /** Bytes unfolded, as the archive says. */
  size: number
}

const ENTRIES_MAX = 10_000
/** Bytes unfolded: of one entry, and of all that are taken out. */
const ENTRY_MAX = 48 * 1024 * 1024
const TOTAL_MAX = 96 * 1024 * 1024

function unzip(bytes: Uint8Array, wanted: (entry: ZipEntry) => boolean): Record<string, Uint8Array> {
  let entries = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (++entries > ENTRIES_MAX) throw new Unreadable(UNFOLDS)
        return wanted({ name, size: originalSize })
      },
    })
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}

/** Lists the entries of an archive without unpacking. */
export function listEntries(bytes: Uint8Array): ZipEntry[] {
  const found: ZipEntry[] = []
  unzip(bytes, (entry) => {
    found.push(entry)
    return false
  })
  return found
}

/**
 * Takes the named entries out. What unfolds to more than it announces is cut there, and what announces too much is
 * refused before anything is unfolded.
 */
export function takeEntries(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  let total = 0
  const taken = unzip(bytes, ({ name, size }) => {
    if (!wanted(name)) return false
    total += size
    if (size > ENTRY_MAX || total > TOTAL_MAX) throw new Unreadable(UNFOLDS)
    return true
  })
  return new Map(Object.entries(taken))
}

/** Takes images out, as far as they are within bounds; the others are left out. */
export function takeImages(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  let total = 0
  const taken = unzip(bytes, ({ name, size }) => {
    if (!wanted(name) || size > IMAGE_BYTES_MAX || total + size > IMAGES_BYTES_MAX) return false
    total += size
    return true
  })
  return new Map(Object.entries(taken))
}

/** Throws where the archive as a whole unfolds to more than may be read, for readers that open it themselves. */
export function checkUnfolded(bytes: Uint8Array, counted: (name: string) => boolean): void {
  let total = 0
  for (const { name, size } of listEntries(bytes)) {
    if (!counted(name)) continue
    total += size
    if (size > ENTRY_MAX || total > TOTAL_MAX) throw new Unreadable(UNFOLDS)
  }
}
