import { takeMarks } from '../../domain/place-marks.ts'
import { type FileType, fileTypeOf } from './file-type.ts'
import { readTextFile } from './formats/read-text-file.ts'
import { plainDocument, type ReadDocument } from './read-result.ts'
import { NO_TEXT, SCANNED, Unreadable } from './unreadable.ts'

/** In characters: about 2,000 pages. */
const TEXT_MAX = 5_000_000
const TOO_LONG = 'It contains more than five million characters of text. Split it into several files.'

/**
 * Reads a file by its content. Each reader is loaded when it is first needed. `scans`: a file that consists of images is
 * no failure, since text recognition follows.
 */
export async function readDocument(
  name: string,
  bytes: Uint8Array,
  { scans }: { scans: boolean },
): Promise<ReadDocument> {
  const read = await readByType(fileTypeOf(name, bytes), bytes)
  if (read.text.length > TEXT_MAX) throw new Unreadable(TOO_LONG)
  if (takeMarks(read.text).text.trim() === '' && !(scans && read.scanned.length > 0))
    throw new Unreadable(read.scanned.length > 0 ? SCANNED : (read.note ?? NO_TEXT))
  return read
}

async function readByType(type: FileType, bytes: Uint8Array): Promise<ReadDocument> {
  switch (type) {
    case 'pdf':
      return (await import('./formats/read-pdf.ts')).readPdf(bytes)
    case 'docx':
      return (await import('./formats/read-word.ts')).readDocx(bytes)
    case 'doc':
      return (await import('./formats/read-word.ts')).readDoc(bytes)
    case 'pptx':
      return (await import('./formats/read-slides.ts')).readSlides(bytes)
    case 'ppt':
      return (await import('./formats/read-old-slides.ts')).readOldSlides(bytes)
    case 'xlsx':
      return (await import('./formats/read-sheets.ts')).readSheets(bytes)
    case 'opendocument':
      return (await import('./formats/read-open-document.ts')).readOpenDocument(bytes)
    case 'epub':
      return (await import('./formats/read-epub.ts')).readEpub(bytes)
    case 'rtf':
      return (await import('./formats/read-rtf.ts')).readRtf(bytes)
    case 'csv':
      return (await import('./formats/read-csv.ts')).readCsv(bytes)
    case 'eml':
      return (await import('./formats/read-email.ts')).readEmail(bytes, readPart)
    case 'zip':
      return (await import('./formats/read-archive.ts')).readArchive(bytes, readPart)
    case 'html': {
      const { readPage } = await import('./html/read-page.ts')
      const { title, text } = readPage({ bytes, contentType: null })
      return plainDocument(text, title)
    }
    case 'markdown':
      return (await import('./formats/read-markdown.ts')).readMarkdown(bytes)
    case 'text':
      return readTextFile(bytes)
  }
}

/** Reads a file that another one holds; archives in it are not opened. */
async function readPart(name: string, bytes: Uint8Array): Promise<ReadDocument> {
  const type = fileTypeOf(name, bytes)
  if (type === 'zip' || type === 'eml') throw new Unreadable('It is an archive inside of another one.')
  return readByType(type, bytes)
}
