import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { oneLine } from '../../../../../kernel/text.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { knownLetters } from './pdf-letters.ts'

export type PdfPageProxy = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

interface PdfAnnotation {
  subtype?: string
  fieldType?: string
  fieldValue?: unknown
  /** A choice that shows all its options (a list box) instead of the chosen one. */
  combo?: boolean
  options?: { exportValue?: string; displayValue?: string }[]
  /** Lines of the field as it is drawn: numbers with their separators, choices by their labels. */
  textContent?: string[]
  alternativeText?: string
  pushButton?: boolean
  hasAppearance?: boolean
  id?: string
  contentsObj?: { str?: string }
  hidden?: boolean
}

export interface PdfExtras {
  /** Values of form fields and texts of notes, which are no part of a page's own text. */
  texts: string[]
  /** The page has form fields. */
  isForm: boolean
}

function shownValue({ fieldType, fieldValue, combo, options, textContent }: PdfAnnotation): string {
  if (fieldType === 'Ch' && combo === false)
    return (options ?? []).map(({ displayValue }) => displayValue ?? '').join(', ')
  const labels = new Map((options ?? []).map(({ exportValue, displayValue }) => [exportValue, displayValue]))
  const value = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).flatMap((one) =>
    typeof one === 'string' ? (labels.get(one) ?? one) : [],
  )
  return oneLine(textContent?.join(' ') ?? '') || value.join(', ')
}

function textOf(annotation: PdfAnnotation): string {
  const { subtype, fieldType, alternativeText, contentsObj } = annotation
  // A button or box that is ticked has the name of a state as its value.
  if (subtype === 'Widget' && fieldType !== 'Btn') {
    const label = oneLine(alternativeText ?? '')
    const text = oneLine(shownValue(annotation))
    return text === '' || label === '' ? text : `${label}: ${text}`
  }
  return subtype === 'FreeText' ? oneLine(contentsObj?.str ?? '') : ''
}

/** Marks beside the text, and fields whose values are read. */
const NOT_DRAWN = /^(?:Popup|Text|Link|Widget)$/

/** Its text is only in its appearance: a stamp, the caption of a button, a signature, a note without contents. */
const isOnlyDrawn = ({ subtype = '', fieldType, pushButton, hasAppearance, contentsObj }: PdfAnnotation): boolean => {
  if (hasAppearance !== true) return false
  if (subtype === 'Widget') return pushButton === true || fieldType === 'Sig'
  return !NOT_DRAWN.test(subtype) && (subtype !== 'FreeText' || oneLine(contentsObj?.str ?? '') === '')
}

/** A shift of letters to the left by a fifth of their size or more looks like a space. */
const SPACE_SHIFT = -200

/** Letters and shifts of one text operator. */
const drawnText = (glyphs: unknown): string =>
  (Array.isArray(glyphs) ? glyphs : [])
    .map((glyph: number | { unicode?: string }) =>
      typeof glyph === 'number' ? (glyph < SPACE_SHIFT ? ' ' : '') : (glyph.unicode ?? ''),
    )
    .join('')

/** Texts that the appearances of these annotations draw, in the order of the page. */
async function drawnTexts(page: PdfPageProxy, ids: ReadonlySet<string>): Promise<string[]> {
  const { OPS } = await getResolvedPDFJS()
  const operators = await page.getOperatorList().catch(() => null)
  const texts: string[][] = []
  let isInside = false
  for (const [index, operator] of operators?.fnArray.entries() ?? []) {
    const [first] = (operators?.argsArray[index] ?? []) as unknown[]
    if (operator === OPS.beginAnnotation) {
      isInside = ids.has(String(first))
      if (isInside) texts.push([])
    } else if (operator === OPS.endAnnotation) isInside = false
    else if (operator === OPS.showText && isInside) texts.at(-1)?.push(drawnText(first))
  }
  return texts.map((parts) => oneLine(parts.join(' '))).filter((text) => /[\p{L}\p{N}]/u.test(text))
}

/** Reads the form fields and notes of a page. */
export async function pdfExtras(page: PdfPageProxy): Promise<PdfExtras> {
  const annotations = ((await page.getAnnotations().catch(() => [])) as PdfAnnotation[]).filter(({ hidden }) => !hidden)
  const drawn = new Set(annotations.flatMap((one) => (isOnlyDrawn(one) && one.id ? one.id : [])))
  const texts = [
    ...annotations.map(textOf).filter((text) => text !== ''),
    ...(drawn.size > 0 ? await drawnTexts(page, drawn) : []),
  ]
  return {
    texts: texts.map(knownLetters).map(escapeMarkdown),
    isForm: annotations.some(({ subtype }) => subtype === 'Widget'),
  }
}

/** Returns true for a page that paints at least one image. */
export async function hasImage(page: PdfPageProxy): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS()
  const painting = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  const operators = await page.getOperatorList().catch(() => null)
  return operators?.fnArray.some((operator) => painting.has(operator)) ?? false
}

/** Returns the glyph names by code of the fonts on a page, as far as these say them. */
export async function encodingsOf(page: PdfPageProxy): Promise<(string | null)[][]> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page
    .getOperatorList()
    .catch(() => ({ fnArray: [], argsArray: [] as unknown[][] }))
  const names = new Set(
    fnArray.flatMap((operator, index) => (operator === OPS.setFont ? [String(argsArray[index]?.[0])] : [])),
  )
  return [...names].flatMap((name) => {
    const font = page.commonObjs.has(name) ? (page.commonObjs.get(name) as { differences?: (string | null)[] }) : null
    return font?.differences ? [font.differences] : []
  })
}
