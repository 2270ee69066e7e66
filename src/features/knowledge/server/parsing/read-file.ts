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
  recognizer: () => Promise<Recognizer | null>
  /** Languages that scanned pages are to be read in, by their Tesseract names. */
  recognitionLanguages: readonly string[]
}

/** Images only add to the text: where they need too much time or memory, the text is read without them. */
async function readImages(parser: Parser, readableFile: ReadableFile, signal: AbortSignal): Promise<PixelImage[]> {
  try {
    return await parser.images(readableFile, signal)
  } catch (readError) {
    if (readError instanceof Unreadable) return []
    throw readError
  }
}

/**
 * Reads a file, with text recognition for pages that are images. `progress` reports the recognized
 * images: 0 of 0 when the file's own text has been read. Throws Unreadable with the reason, or the abort reason.
 */
export async function readFile(
  { parser, recognizer, recognitionLanguages }: FileReaders,
  readableFile: ReadableFile & { images?: boolean },
  signal: AbortSignal,
  progress: RecognitionProgress = async () => {},
): Promise<Recognized> {
  const availableRecognizer = await recognizer()
  const missingNote = missingLanguagesNote(
    recognitionLanguages.filter((code) => !availableRecognizer?.languages.includes(code)),
  )
  const withMissingNote = (note: string | null | undefined) => [note, missingNote].filter(Boolean).join(' ') || null
  try {
    const textResult = await parser.document({ ...readableFile, scans: availableRecognizer !== null }, signal)
    const read =
      readableFile.images && textResult.unit === 'page'
        ? withPageImages(textResult, await readImages(parser, readableFile, signal))
        : textResult
    await progress(0, 0)
    if (read.scanned.length === 0) return { read, note: read.note ?? null }
    if (!availableRecognizer) return { read, note: withMissingNote(read.note) }
    const recognized = await recognizeScans({
      parser,
      recognizer: availableRecognizer,
      file: readableFile,
      read,
      signal,
      progress,
    })
    return { ...recognized, note: withMissingNote(recognized.note) }
  } catch (readError) {
    const isScan = readError instanceof Unreadable && readError.message === SCANNED
    throw isScan && missingNote ? new Unreadable(withMissingNote(SCANNED)!) : readError
  }
}
