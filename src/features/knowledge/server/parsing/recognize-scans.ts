import { joinPlaces, placesOf } from '../../domain/place-marks.ts'
import type { Parser } from './parser.ts'
import type { ReadDocument } from './read-result.ts'
import type { Recognizer } from './recognizer.ts'
import { SCANNED, Unreadable } from './unreadable.ts'

/** Longer ones take hours: who has them has a program for it. */
const MAX_PAGES = 200

export interface Recognized {
  read: ReadDocument
  /** Note for the owner about the recognition; null when it was not needed. */
  note: string | null
}

/** Is called with the number of pages that are done, of those to recognize; 0 of 0 before they are known. */
export type RecognitionProgress = (done: number, total: number) => Promise<void>

interface ScanOptions {
  parser: Parser
  recognizer: Recognizer
  file: { name: string; bytes: Uint8Array }
  read: ReadDocument
  signal: AbortSignal
  progress: RecognitionProgress
}

/** Adds the text of those pages that are images. Throws Unreadable where there is no text at all. */
export async function recognizeScans({
  parser,
  recognizer,
  file,
  read,
  signal,
  progress,
}: ScanOptions): Promise<Recognized> {
  const textsByPage = placesOf(read.text)
  const scannedPages = read.scanned.slice(0, MAX_PAGES)
  let recognizedCount = 0
  for (const [i, page] of scannedPages.entries()) {
    await progress(i, scannedPages.length)
    const pageImage = await parser.scannedImage({ bytes: file.bytes, page }, signal)
    const recognizedText = pageImage ? await recognizer.read(pageImage, signal) : ''
    if (recognizedText !== '') {
      textsByPage.set(page, recognizedText)
      recognizedCount++
    }
  }
  await progress(scannedPages.length, scannedPages.length)
  if (textsByPage.size === 0) throw new Unreadable(SCANNED)
  const remainingPages = read.scanned.length - scannedPages.length
  const notes = [
    recognizedCount > 0 &&
      `The text of ${recognizedCount === 1 ? 'one page was' : `${recognizedCount} pages was`} recognized in images and may contain mistakes.`,
    remainingPages > 0 &&
      `${remainingPages === 1 ? 'One further image was' : `${remainingPages} further images were`} not looked at.`,
  ].filter((note) => note !== false)
  return {
    read: { ...read, text: joinPlaces(textsByPage) },
    note: [read.note, ...notes].filter(Boolean).join(' ') || null,
  }
}
