import { getDocumentProxy } from 'unpdf'
import { placeMark } from '../../../domain/place-marks.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'
import {
  hasUnknownLetters,
  knownLetters,
  variantLetters,
  withoutUnknownLetters,
  withVariantLetters,
} from './pdf-letters.ts'
import { encodingsOf, hasImage, type PdfExtras, type PdfPageProxy, pdfExtras } from './pdf-page-parts.ts'
import { type PdfPage, type PdfRun, pdfPagesToText } from './pdf-structure.ts'

/** Pages without text that are looked at for an image; more are not recognized. */
const IMAGES_MAX = 201
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
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  let lacksCharacterMap = false
  /** The library asks for the map of each encoding that the file only names. */
  class NoDataFiles {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<never> {
      lacksCharacterMap ||= kind === 'cMapUrl'
      throw new Error(`${filename} is not installed`)
    }
  }
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), {
      useSystemFonts: false,
      fontExtraProperties: true,
      BinaryDataFactory: NoDataFiles,
    })
    const pages: PdfPage[] = []
    const extras: PdfExtras[] = []
    const images = new Set<number>()
    const lettersMissing = new Set<number>()
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent({ includeMarkedContent: false })
      const [, , , top = 0] = page.view
      const drawn = await withLetters(page, (items as TextItem[]).flatMap(runOf))
      const runs = withoutUnknownLetters(drawn)
      if (lengthOf(runs) < lengthOf(drawn) / 2) lettersMissing.add(number)
      pages.push({ height: top, runs })
      extras.push(await pdfExtras(page))
      const isWordless = runs.every(({ text }) => text.trim() === '')
      if (isWordless && images.size < IMAGES_MAX && (await hasImage(page))) images.add(number)
      page.cleanup()
    }
    const texts = pdfPagesToText(pages).map((text, index) =>
      [text, ...(extras[index]?.texts ?? [])].filter((part) => part !== '').join('\n\n'),
    )
    const metadata = await pdf.getMetadata().catch(() => null)
    const named = (metadata?.info as { Title?: unknown } | undefined)?.Title
    const title = typeof named === 'string' && named.trim() !== '' ? named.trim() : null
    const text = texts.map((text, index) => (text === '' ? '' : `${placeMark(index + 1)}${text}`))
    const scanned = texts.flatMap((text, index) => (text === '' && images.has(index + 1) ? index + 1 : []))
    const isEmptyForm = extras.some(({ isForm }) => isForm) && texts.every((one) => one === '')
    const unreadable = lettersMissing.size > 0 ? lettersMissingNote([...lettersMissing]) : null
    const note = unreadable ?? (lacksCharacterMap ? UNKNOWN_ENCODING : isEmptyForm ? EMPTY_FORM : null)
    return { title, text: text.filter((part) => part !== '').join('\n\n'), unit: 'page', scanned, note }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(error instanceof Error && error.name === 'PasswordException' ? PROTECTED : DAMAGED)
  }
}

const lengthOf = (runs: readonly PdfRun[]): number => runs.reduce((sum, { text }) => sum + text.trim().length, 0)

const lettersMissingNote = (pages: readonly number[]): string =>
  `The text of ${pages.length === 1 ? `page ${pages[0]}` : `${pages.length} pages`} could not be read, because its fonts do not say which letters they show. Upload a version whose text can be copied.`

/** Fonts name variants of digits and letters after them, and give them codes that are no letters. */
async function withLetters(page: PdfPageProxy, runs: FontRun[]): Promise<FontRun[]> {
  if (!runs.some(({ text }) => hasUnknownLetters(text))) return runs
  const letters = variantLetters(await encodingsOf(page))
  return letters.size === 0 ? runs : runs.map((run) => ({ ...run, text: withVariantLetters(run.text, letters) }))
}

function runOf({ str, transform, width, height, fontName = '' }: TextItem): FontRun[] {
  if (str === undefined || str === '' || !transform) return []
  const [a = 0, b = 0, , , left = 0, bottom = 0] = transform
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI)
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const [x, y] = angle === 0 ? [left, bottom] : [left * cos + bottom * sin, bottom * cos - left * sin]
  return [
    {
      text: knownLetters(str),
      font: fontName,
      x,
      y,
      angle,
      width: width ?? 0,
      size: Math.round((height || Math.hypot(a, b)) * 2) / 2,
    },
  ]
}
