import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { oneLine } from '../../../../../kernel/text.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { replacePrivateLetters } from './pdf-letters.ts'

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
  const labelsByValue = new Map((options ?? []).map(({ exportValue, displayValue }) => [exportValue, displayValue]))
  const chosenLabels = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).flatMap((chosenValue) =>
    typeof chosenValue === 'string' ? (labelsByValue.get(chosenValue) ?? chosenValue) : [],
  )
  return oneLine(textContent?.join(' ') ?? '') || chosenLabels.join(', ')
}

function annotationText(annotation: PdfAnnotation): string {
  const { subtype, fieldType, alternativeText, contentsObj } = annotation
  // A button or box that is ticked has the name of a state as its value.
  if (subtype === 'Widget' && fieldType !== 'Btn') {
    const fieldLabel = oneLine(alternativeText ?? '')
    const fieldText = oneLine(shownValue(annotation))
    return fieldText === '' || fieldLabel === '' ? fieldText : `${fieldLabel}: ${fieldText}`
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
async function drawnTexts(pdfPage: PdfPageProxy, annotationIds: ReadonlySet<string>): Promise<string[]> {
  const { OPS } = await getResolvedPDFJS()
  const operatorList = await pdfPage.getOperatorList().catch(() => null)
  const drawnParts: string[][] = []
  let isInAnnotation = false
  for (const [index, operator] of operatorList?.fnArray.entries() ?? []) {
    const [first] = (operatorList?.argsArray[index] ?? []) as unknown[]
    if (operator === OPS.beginAnnotation) {
      isInAnnotation = annotationIds.has(String(first))
      if (isInAnnotation) drawnParts.push([])
    } else if (operator === OPS.endAnnotation) isInAnnotation = false
    else if (operator === OPS.showText && isInAnnotation) drawnParts.at(-1)?.push(drawnText(first))
  }
  return drawnParts.map((parts) => oneLine(parts.join(' '))).filter((partText) => /[\p{L}\p{N}]/u.test(partText))
}

/** Reads the form fields and notes of a page. */
export async function pdfExtras(pdfPage: PdfPageProxy): Promise<PdfExtras> {
  const annotations = ((await pdfPage.getAnnotations().catch(() => [])) as PdfAnnotation[]).filter(
    ({ hidden }) => !hidden,
  )
  const drawnIds = new Set(
    annotations.flatMap((annotation) => (isOnlyDrawn(annotation) && annotation.id ? annotation.id : [])),
  )
  const extraTexts = [
    ...annotations.map(annotationText).filter((partText) => partText !== ''),
    ...(drawnIds.size > 0 ? await drawnTexts(pdfPage, drawnIds) : []),
  ]
  return {
    texts: extraTexts.map(replacePrivateLetters).map(escapeMarkdown),
    isForm: annotations.some(({ subtype }) => subtype === 'Widget'),
  }
}

/** Returns true for a page that paints at least one image. */
export async function hasImage(pdfPage: PdfPageProxy): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS()
  const paintOperators = new Set<number>([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ])
  const operatorList = await pdfPage.getOperatorList().catch(() => null)
  return operatorList?.fnArray.some((operator) => paintOperators.has(operator)) ?? false
}

/** Returns the glyph names by code of the fonts on a page, as far as these say them. */
export async function readFontEncodings(pdfPage: PdfPageProxy): Promise<(string | null)[][]> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await pdfPage
    .getOperatorList()
    .catch(() => ({ fnArray: [], argsArray: [] as unknown[][] }))
  const fontNames = new Set(
    fnArray.flatMap((operator, operatorIndex) =>
      operator === OPS.setFont ? [String(argsArray[operatorIndex]?.[0])] : [],
    ),
  )
  return [...fontNames].flatMap((fontName) => {
    const pdfFont = pdfPage.commonObjs.has(fontName)
      ? (pdfPage.commonObjs.get(fontName) as { differences?: (string | null)[] })
      : null
    return pdfFont?.differences ? [pdfFont.differences] : []
  })
}
