import { takeMarks } from '../../domain/place-marks.ts'
import { collectImages, embeddedImages, type FindImage, type KeepImage, keepNoImage } from './document-images.ts'
import { type FileType, fileTypeOf } from './file-type.ts'
import { readTextFile } from './formats/read-text-file.ts'
import type { ReadPart } from './read-parts.ts'
import { plainDocument, type ReadDocument } from './read-result.ts'
import { NO_TEXT, SCANNED, Unreadable } from './unreadable.ts'

/** In characters: about 2,000 pages. */
const TEXT_MAX = 5_000_000
const TOO_LONG = 'It contains more than five million characters of text. Split it into several files.'

/**
 * Reads a file by its content. Each reader is loaded when it is first needed. `scans`: a file that consists of images is
 * no failure, since text recognition follows. `images`: the images of the document are taken out.
 */
export async function readDocument(
  name: string,
  bytes: Uint8Array,
  { scans, images = false }: { scans: boolean; images?: boolean },
): Promise<ReadDocument> {
  const collected = collectImages()
  const read = await readByType(fileTypeOf(name, bytes), bytes, images ? collected.keep : keepNoImage)
  if (read.text.length > TEXT_MAX) throw new Unreadable(TOO_LONG)
  if (takeMarks(read.text).text.trim() === '' && !(scans && read.scanned.length > 0))
    throw new Unreadable(read.scanned.length > 0 ? SCANNED : (read.note ?? NO_TEXT))
  return collected.images.length > 0 ? { ...read, images: collected.images } : read
}

async function readByType(type: FileType, bytes: Uint8Array, keep: KeepImage, find?: FindImage): Promise<ReadDocument> {
  switch (type) {
    case 'pdf':
      return (await import('./formats/read-pdf.ts')).readPdf(bytes)
    case 'docx':
      return (await import('./formats/read-word.ts')).readWord(bytes, keep)
    case 'doc':
      return (await import('./formats/read-old-word.ts')).readOldWord(bytes)
    case 'pptx':
      return (await import('./formats/read-slides.ts')).readSlides(bytes, keep)
    case 'ppt':
      return (await import('./formats/read-old-slides.ts')).readOldSlides(bytes)
    case 'xlsx':
      return (await import('./formats/read-sheets.ts')).readSheets(bytes)
    case 'opendocument':
      return (await import('./formats/read-open-document.ts')).readOpenDocument(bytes, keep)
    case 'epub':
      return (await import('./formats/read-epub.ts')).readEpub(bytes, keep)
    case 'rtf':
      return (await import('./formats/read-rtf.ts')).readRtf(bytes)
    case 'csv':
      return (await import('./formats/read-csv.ts')).readCsv(bytes)
    case 'eml':
      return (await import('./formats/read-email.ts')).readEmail(bytes, partReader(keep), keep)
    case 'zip':
      return (await import('./formats/read-archive.ts')).readArchive(bytes, partReader(keep), keep)
    case 'html': {
      const { readPage } = await import('./html/read-page.ts')
      const { title, text } = readPage({ bytes, contentType: null }, find ?? embeddedImages(keep))
      return plainDocument(text, title)
    }
    case 'markdown':
      return (await import('./formats/read-markdown.ts')).readMarkdown(bytes, find ?? embeddedImages(keep))
    case 'text':
      return readTextFile(bytes)
  }
}

/** Reads a file that another one holds; archives in it are not opened. */
const partReader =
  (keep: KeepImage): ReadPart =>
  async (name, bytes, findImage) => {
    const type = fileTypeOf(name, bytes)
    if (type === 'zip' || type === 'eml') throw new Unreadable('It is an archive inside another archive.')
    return readByType(type, bytes, keep, findImage)
  }
