import { takeMarks } from '../../domain/place-marks.ts'
import { collectImages, embeddedImages, type FindImage, type KeepImage, keepNoImage } from './document-images.ts'
import { detectFileType, type FileType } from './file-type.ts'
import { readTextFile } from './formats/read-text-file.ts'
import type { ReadPart } from './read-parts.ts'
import { plainDocument, type ReadDocument } from './read-result.ts'
import { NO_TEXT, SCANNED, Unreadable } from './unreadable.ts'

/** In characters: about 2,000 pages. */
const MAX_TEXT_LENGTH = 5_000_000
const TOO_LONG = 'It contains more than five million characters of text. Split it into several files.'

/**
 * Reads a file by its content. Each reader is loaded when it is first needed. `scans`: a file that consists of images is
 * no failure, since text recognition follows. `images`: the images of the document are taken out.
 */
export async function readDocument(
  fileName: string,
  fileBytes: Uint8Array,
  { scans, images = false }: { scans: boolean; images?: boolean },
): Promise<ReadDocument> {
  const collectedImages = collectImages()
  const readResult = await readByType(
    detectFileType(fileName, fileBytes),
    fileBytes,
    images ? collectedImages.keep : keepNoImage,
  )
  if (readResult.text.length > MAX_TEXT_LENGTH) throw new Unreadable(TOO_LONG)
  if (takeMarks(readResult.text).text.trim() === '' && !(scans && readResult.scanned.length > 0))
    throw new Unreadable(readResult.scanned.length > 0 ? SCANNED : (readResult.note ?? NO_TEXT))
  return collectedImages.images.length > 0 ? { ...readResult, images: collectedImages.images } : readResult
}

async function readByType(
  fileType: FileType,
  fileBytes: Uint8Array,
  keepImage: KeepImage,
  findImage?: FindImage,
): Promise<ReadDocument> {
  switch (fileType) {
    case 'pdf':
      return (await import('./formats/read-pdf.ts')).readPdf(fileBytes)
    case 'docx':
      return (await import('./formats/read-word.ts')).readWord(fileBytes, keepImage)
    case 'doc':
      return (await import('./formats/read-old-word.ts')).readOldWord(fileBytes)
    case 'pptx':
      return (await import('./formats/read-slides.ts')).readSlides(fileBytes, keepImage)
    case 'ppt':
      return (await import('./formats/read-old-slides.ts')).readOldSlides(fileBytes)
    case 'xlsx':
      return (await import('./formats/read-sheets.ts')).readSheets(fileBytes)
    case 'opendocument':
      return (await import('./formats/read-open-document.ts')).readOpenDocument(fileBytes, keepImage)
    case 'epub':
      return (await import('./formats/read-epub.ts')).readEpub(fileBytes, keepImage)
    case 'rtf':
      return (await import('./formats/read-rtf.ts')).readRtf(fileBytes)
    case 'csv':
      return (await import('./formats/read-csv.ts')).readCsv(fileBytes)
    case 'eml':
      return (await import('./formats/read-email.ts')).readEmail(fileBytes, createPartReader(keepImage), keepImage)
    case 'zip':
      return (await import('./formats/read-archive.ts')).readArchive(fileBytes, createPartReader(keepImage), keepImage)
    case 'html': {
      const { readPage } = await import('./html/read-page.ts')
      const { title, text } = readPage({ bytes: fileBytes, contentType: null }, findImage ?? embeddedImages(keepImage))
      return plainDocument(text, title)
    }
    case 'markdown':
      return (await import('./formats/read-markdown.ts')).readMarkdown(
        fileBytes,
        findImage ?? embeddedImages(keepImage),
      )
    case 'text':
      return readTextFile(fileBytes)
  }
}

/** Reads a file that another one holds; archives in it are not opened. */
const createPartReader =
  (keepImage: KeepImage): ReadPart =>
  async (partName, partBytes, findImage) => {
    const partType = detectFileType(partName, partBytes)
    if (partType === 'zip' || partType === 'eml') throw new Unreadable('It is an archive inside another archive.')
    return readByType(partType, partBytes, keepImage, findImage)
  }
