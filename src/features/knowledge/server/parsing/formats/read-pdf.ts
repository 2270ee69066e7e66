import { getDocumentProxy } from 'unpdf'
import { placeMark } from '../../../domain/place-marks.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'
import {
  hasUnknownLetters,
  replacePrivateLetters,
  variantLetters,
  withoutUnknownLetters,
  withVariantLetters,
} from './pdf-letters.ts'
import { hasImage, type PdfExtras, type PdfPageProxy, pdfExtras, readFontEncodings } from './pdf-page-parts.ts'
import { type PdfPage, type PdfRun, pdfPagesToText } from './pdf-structure.ts'

/** Pages without text that are looked at for an image; more are not recognized. */
const MAX_CHECKED_PAGES = 201
const EMPTY_FORM = 'No text was found in it: it is a form whose fields are empty.'

const UNKNOWN_ENCODING =
  'Text in it could not be read, because the file does not contain the encoding of its fonts. Upload it in another format.'

interface FontRun extends PdfRun {
  font: string
}

interface TextItem {
  str?: string
  transform?: number[]
  fontName?: string
  width?: number
  height?: number
}

/** Extracts the text of a PDF page by page; the font size decides what is a heading. */
export async function readPdf(pdfBytes: Uint8Array): Promise<ReadDocument> {
  let lacksCharacterMap = false
  /** The library asks for the map of each encoding that the file only names. */
  class NoDataFiles {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<never> {
      lacksCharacterMap ||= kind === 'cMapUrl'
      throw new Error(`${filename} is not installed`)
    }
  }
  try {
    const pdfDocument = await getDocumentProxy(new Uint8Array(pdfBytes), {
      useSystemFonts: false,
      fontExtraProperties: true,
      BinaryDataFactory: NoDataFiles,
    })
    const pdfPages: PdfPage[] = []
    const pageExtras: PdfExtras[] = []
    const imagePages = new Set<number>()
    const unreadablePages = new Set<number>()
    for (let pageNumber = 1; pageNumber <= pdfDocument.numPages; pageNumber++) {
      const pdfPage = await pdfDocument.getPage(pageNumber)
      const { items } = await pdfPage.getTextContent({ includeMarkedContent: false })
      const [, , , top = 0] = pdfPage.view
      const drawnRuns = await withReadableLetters(pdfPage, (items as TextItem[]).flatMap(toFontRuns))
      const runs = withoutUnknownLetters(drawnRuns)
      if (textLength(runs) < textLength(drawnRuns) / 2) unreadablePages.add(pageNumber)
      pdfPages.push({ height: top, runs })
      pageExtras.push(await pdfExtras(pdfPage))
      const isWordless = runs.every(({ text }) => text.trim() === '')
      if (isWordless && imagePages.size < MAX_CHECKED_PAGES && (await hasImage(pdfPage))) imagePages.add(pageNumber)
      pdfPage.cleanup()
    }
    const pageTexts = pdfPagesToText(pdfPages).map((pageText, pageIndex) =>
      [pageText, ...(pageExtras[pageIndex]?.texts ?? [])].filter((textPart) => textPart !== '').join('\n\n'),
    )
    const metadata = await pdfDocument.getMetadata().catch(() => null)
    const metadataTitle = (metadata?.info as { Title?: unknown } | undefined)?.Title
    const title = typeof metadataTitle === 'string' && metadataTitle.trim() !== '' ? metadataTitle.trim() : null
    const markedTexts = pageTexts.map((pageText, pageIndex) =>
      pageText === '' ? '' : `${placeMark(pageIndex + 1)}${pageText}`,
    )
    const scanned = pageTexts.flatMap((pageText, pageIndex) =>
      pageText === '' && imagePages.has(pageIndex + 1) ? pageIndex + 1 : [],
    )
    const isEmptyForm = pageExtras.some(({ isForm }) => isForm) && pageTexts.every((pageText) => pageText === '')
    const unreadableNote = unreadablePages.size > 0 ? unreadablePagesNote([...unreadablePages]) : null
    const note = unreadableNote ?? (lacksCharacterMap ? UNKNOWN_ENCODING : isEmptyForm ? EMPTY_FORM : null)
    return { title, text: markedTexts.filter((textPart) => textPart !== '').join('\n\n'), unit: 'page', scanned, note }
  } catch (readError) {
    if (readError instanceof Unreadable) throw readError
    throw new Unreadable(readError instanceof Error && readError.name === 'PasswordException' ? PROTECTED : DAMAGED)
  }
}

const textLength = (pdfRuns: readonly PdfRun[]): number =>
  pdfRuns.reduce((letterCount, { text }) => letterCount + text.trim().length, 0)

const unreadablePagesNote = (pageNumbers: readonly number[]): string =>
  `The text of ${pageNumbers.length === 1 ? `page ${pageNumbers[0]}` : `${pageNumbers.length} pages`} could not be read, because its fonts do not say which letters they show. Upload a version whose text can be copied.`

/** Fonts name variants of digits and letters after them, and give them codes that are no letters. */
async function withReadableLetters(pdfPage: PdfPageProxy, fontRuns: FontRun[]): Promise<FontRun[]> {
  if (!fontRuns.some(({ text }) => hasUnknownLetters(text))) return fontRuns
  const lettersByCode = variantLetters(await readFontEncodings(pdfPage))
  return lettersByCode.size === 0
    ? fontRuns
    : fontRuns.map((fontRun) => ({ ...fontRun, text: withVariantLetters(fontRun.text, lettersByCode) }))
}

function toFontRuns({ str, transform, width, height, fontName = '' }: TextItem): FontRun[] {
  if (str === undefined || str === '' || !transform) return []
  const [a = 0, b = 0, , , left = 0, bottom = 0] = transform
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI)
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const [x, y] = angle === 0 ? [left, bottom] : [left * cos + bottom * sin, bottom * cos - left * sin]
  return [
    {
      text: replacePrivateLetters(str),
      font: fontName,
      x,
      y,
      angle,
      width: width ?? 0,
      size: Math.round((height || Math.hypot(a, b)) * 2) / 2,
    },
  ]
}
