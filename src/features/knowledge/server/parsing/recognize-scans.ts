import { joinPlaces, placesOf } from '../../domain/place-marks.ts'
import type { Parser } from './parser.ts'
import type { ReadDocument } from './read-result.ts'
import type { Recognizer } from './recognizer.ts'
import { SCANNED, Unreadable } from './unreadable.ts'

/** Longer ones take hours: who has them has a program for it. */
const PAGES_MAX = 200

export interface Recognized {
  read: ReadDocument
  /** Note for the owner about the recognition; null when it was not needed. */
  note: string | null
}

/** Is called with the number of pages that are done, of those to recognize; 0 of 0 before they are known. */
export type RecognitionProgress = (done: number, total: number) => Promise<void>

interface Scans {
  parser: Parser
  recognizer: Recognizer
  file: { name: string; bytes: Uint8Array }
  read: ReadDocument
  signal: AbortSignal
  progress: RecognitionProgress
}

/** Adds the text of those pages that are images. Throws Unreadable where there is no text at all. */
export async function recognizeScans({ parser, recognizer, file, read, signal, progress }: Scans): Promise<Recognized> {
  const places = placesOf(read.text)
  const pages = read.scanned.slice(0, PAGES_MAX)
  let recognized = 0
  for (const [i, page] of pages.entries()) {
    await progress(i, pages.length)
    const image = await parser.scannedImage({ bytes: file.bytes, page }, signal)
    const text = image ? await recognizer.read(image, signal) : ''
    if (text !== '') {
      places.set(page, text)
      recognized++
    }
  }
  await progress(pages.length, pages.length)
  if (places.size === 0) throw new Unreadable(SCANNED)
  const left = read.scanned.length - pages.length
  const notes = [
    recognized > 0 &&
      `The text of ${recognized === 1 ? 'one page was' : `${recognized} pages was`} recognized in images and may contain mistakes.`,
    left > 0 && `${left === 1 ? 'One further image was' : `${left} further images were`} not looked at.`,
  ].filter((note) => note !== false)
  return { read: { ...read, text: joinPlaces(places) }, note: [read.note, ...notes].filter(Boolean).join(' ') || null }
}
