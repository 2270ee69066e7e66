import type { Parser, ReadableFile } from './parser.ts'
import { type RecognitionProgress, type Recognized, recognizeScans } from './recognize-scans.ts'
import type { Recognizer } from './recognizer.ts'

/** Parsers for files. */
export interface FileReaders {
  parser: Parser
  /** Text recognition for images; null when none is available. */
  recognizer: Promise<Recognizer | null>
}

/**
 * Reads a file, with text recognition for pages that are images. `progress` reports the recognized
 * images: 0 of 0 when the file's own text has been read. Throws Unreadable with the reason, or the abort reason.
 */
export async function readFile(
  { parser, recognizer }: FileReaders,
  file: ReadableFile,
  signal: AbortSignal,
  progress: RecognitionProgress = async () => {},
): Promise<Recognized> {
  const found = await recognizer
  const read = await parser.document({ ...file, scans: found !== null }, signal)
  await progress(0, 0)
  if (!found || read.scanned.length === 0) return { read, note: read.note ?? null }
  return recognizeScans({ parser, recognizer: found, file, read, signal, progress })
}
