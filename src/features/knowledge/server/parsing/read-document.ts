import { takeMarks } from '../../domain/place-marks.ts'
import { fileTypeOf } from './file-type.ts'
import type { ReadDocument } from './read-result.ts'
import { readTextFile } from './read-text-file.ts'
import { NO_TEXT, SCANNED, Unreadable } from './unreadable.ts'

/** In characters: about 2,000 pages. */
const TEXT_MAX = 5_000_000
const TOO_LONG = 'It contains more than five million characters of text. Split it into several files.'

/**
 * Reads a file by its content, regardless of its name. Each reader is loaded when it is first needed. `scans`: a file
 * that consists of images is no failure, since text recognition follows. `sheets`: spreadsheets are read.
 */
export async function readDocument(
  name: string,
  bytes: Uint8Array,
  options: { scans: boolean; sheets: boolean },
): Promise<ReadDocument> {
  const read = await readByType(name, bytes, options.sheets)
  if (read.text.length > TEXT_MAX) throw new Unreadable(TOO_LONG)
  if (takeMarks(read.text).text.trim() === '' && !(options.scans && read.scanned.length > 0))
    throw new Unreadable(read.scanned.length > 0 ? SCANNED : NO_TEXT)
  return read
}

async function readByType(name: string, bytes: Uint8Array, sheets: boolean): Promise<ReadDocument> {
  switch (fileTypeOf(bytes, sheets)) {
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf(bytes)
    case 'docx':
      return (await import('./read-word.ts')).readDocx(bytes)
    case 'doc':
      return (await import('./read-word.ts')).readDoc(bytes)
    case 'pptx':
      return (await import('./read-slides.ts')).readSlides(bytes)
    case 'xlsx':
      return (await import('./read-sheets.ts')).readSheets(bytes)
    case 'text':
      return readTextFile(name, bytes)
  }
}
