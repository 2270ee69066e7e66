import type { PixelImage } from './formats/pdf-images.ts'
import { missingLanguagesNote } from './language-data.ts'
import { withPageImages } from './page-images.ts'
import type { Parser, ReadableFile } from './parser.ts'
import { type RecognitionProgress, type Recognized, recognizeScans } from './recognize-scans.ts'
import type { Recognizer } from './recognizer.ts'
import { SCANNED, Unreadable } from './unreadable.ts'

/** Parsers for files. */
export interface FileReaders {
  parser: Parser
  /** Text recognition for images; null when none is available. */
  recognizer: Promise<Recognizer | null>
  /** Languages that scanned pages are to be read in, by their Tesseract names. */
  recognitionLanguages: readonly string[]
}

/** Images only add to the text: where they need too much time or memory, the text is read without them. */
async function imagesOf(parser: Parser, file: ReadableFile, signal: AbortSignal): Promise<PixelImage[]> {
  try {
    return await parser.images(file, signal)
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}

/**
 * Reads a file, with text recognition for pages that are images. `progress` reports the recognized
 * images: 0 of 0 when the file's own text has been read. Throws Unreadable with the reason, or the abort reason.
 */
export async function readFile(
  { parser, recognizer, recognitionLanguages }: FileReaders,
  file: ReadableFile & { images?: boolean },
  signal: AbortSignal,
  progress: RecognitionProgress = async () => {},
): Promise<Recognized> {
  const found = await recognizer
  const missing = missingLanguagesNote(recognitionLanguages.filter((code) => !found?.languages.includes(code)))
  const withMissing = (note: string | null | undefined) => [note, missing].filter(Boolean).join(' ') || null
  try {
    const text = await parser.document({ ...file, scans: found !== null }, signal)
    const read = file.images && text.unit === 'page' ? withPageImages(text, await imagesOf(parser, file, signal)) : text
    await progress(0, 0)
    if (read.scanned.length === 0) return { read, note: read.note ?? null }
    if (!found) return { read, note: withMissing(read.note) }
    const recognized = await recognizeScans({ parser, recognizer: found, file, read, signal, progress })
    return { ...recognized, note: withMissing(recognized.note) }
  } catch (error) {
    const isScan = error instanceof Unreadable && error.message === SCANNED
    throw isScan && missing ? new Unreadable(withMissing(SCANNED)!) : error
  }
}
