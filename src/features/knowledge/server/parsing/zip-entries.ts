import { unzipSync } from 'fflate'
import { MAX_IMAGE_BYTES, MAX_TOTAL_IMAGE_BYTES } from './document-images.ts'
import { DAMAGED, UNFOLDS, Unreadable } from './unreadable.ts'

export interface ZipEntry {
  name: string
  /** Bytes unfolded, as the archive says. */
  size: number
}

const MAX_ENTRIES = 10_000
/** Bytes unfolded: of one entry, and of all that are taken out. */
const MAX_ENTRY_BYTES = 48 * 1024 * 1024
const MAX_TOTAL_BYTES = 96 * 1024 * 1024

function unzipWanted(archiveBytes: Uint8Array, isWanted: (entry: ZipEntry) => boolean): Record<string, Uint8Array> {
  let entryCount = 0
  try {
    return unzipSync(archiveBytes, {
      filter: ({ name, originalSize }) => {
        if (++entryCount > MAX_ENTRIES) throw new Unreadable(UNFOLDS)
        return isWanted({ name, size: originalSize })
      },
    })
  } catch (unzipError) {
    throw unzipError instanceof Unreadable ? unzipError : new Unreadable(DAMAGED)
  }
}

/** Lists the entries of an archive without unpacking. */
export function listEntries(archiveBytes: Uint8Array): ZipEntry[] {
  const foundEntries: ZipEntry[] = []
  unzipWanted(archiveBytes, (zipEntry) => {
    foundEntries.push(zipEntry)
    return false
  })
  return foundEntries
}

/**
 * Takes the named entries out. What unfolds to more than it announces is cut there, and what announces too much is
 * refused before anything is unfolded.
 */
export function takeEntries(archiveBytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  let totalBytes = 0
  const takenEntries = unzipWanted(archiveBytes, ({ name, size }) => {
    if (!isWanted(name)) return false
    totalBytes += size
    if (size > MAX_ENTRY_BYTES || totalBytes > MAX_TOTAL_BYTES) throw new Unreadable(UNFOLDS)
    return true
  })
  return new Map(Object.entries(takenEntries))
}

/** Takes images out, as far as they are within bounds; the others are left out. */
export function takeImages(archiveBytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  let totalBytes = 0
  const takenEntries = unzipWanted(archiveBytes, ({ name, size }) => {
    if (!isWanted(name) || size > MAX_IMAGE_BYTES || totalBytes + size > MAX_TOTAL_IMAGE_BYTES) return false
    totalBytes += size
    return true
  })
  return new Map(Object.entries(takenEntries))
}

/** Throws where the archive as a whole unfolds to more than may be read, for readers that open it themselves. */
export function checkUnpackedSize(archiveBytes: Uint8Array, isCounted: (name: string) => boolean): void {
  let totalBytes = 0
  for (const { name, size } of listEntries(archiveBytes)) {
    if (!isCounted(name)) continue
    totalBytes += size
    if (size > MAX_ENTRY_BYTES || totalBytes > MAX_TOTAL_BYTES) throw new Unreadable(UNFOLDS)
  }
}
