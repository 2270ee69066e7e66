import type { Parser, ReadableFile } from './parser.ts'
import { type Recognised, recogniseScans } from './recognise-scans.ts'
import type { Recogniser } from './recogniser.ts'

/** What reads files. */
export interface FileReaders {
  parser: Parser
  /** What reads the text in pictures; null where nothing does. */
  recogniser: Promise<Recogniser | null>
}

/**
 * Reads a file, and the text of those pages of it that are pictures. `progress` is
 * told how much of the pictures is done: 0 when the file's own text has been read, 1 at the end. Throws Unreadable with the reason, or what aborted it.
 */
export async function readFile(
  { parser, recogniser }: FileReaders,
  file: ReadableFile,
  signal: AbortSignal,
  progress: (share: number) => Promise<void> = async () => {},
): Promise<Recognised> {
  const found = await recogniser
  const read = await parser.document({ ...file, scans: found !== null }, signal)
  await progress(0)
  if (!found || read.scanned.length === 0) return { read, note: null }
  return recogniseScans({ parser, recogniser: found, file, read, signal, progress })
}
