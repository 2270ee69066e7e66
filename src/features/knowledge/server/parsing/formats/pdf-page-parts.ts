import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { escapeMarkdown } from '../escape-markdown.ts'

export type PdfPageProxy = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

interface PdfAnnotation {
  subtype?: string
  fieldType?: string
  fieldValue?: unknown
  /** A choice that shows all its options (a list box) instead of the chosen one. */
  combo?: boolean
  options?: { displayValue?: string }[]
  /** Lines of the field as it is drawn: numbers with their separators, choices by their labels. */
  textContent?: string[]
  alternativeText?: string
  contentsObj?: { str?: string }
  hidden?: boolean
}

export interface PdfExtras {
  /** Values of form fields and texts of notes, which are no part of a page's own text. */
  texts: string[]
  /** The page has form fields. */
  isForm: boolean
}

const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim()

function shownValue({ fieldType, fieldValue, combo, options, textContent }: PdfAnnotation): string {
  if (fieldType === 'Ch' && combo === false)
    return (options ?? []).map(({ displayValue }) => displayValue ?? '').join(', ')
  const value = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((one) => typeof one === 'string')
  return lineOf(textContent?.join(' ') ?? '') || value.join(', ')
}

function textOf(annotation: PdfAnnotation): string {
  const { subtype, fieldType, alternativeText, contentsObj } = annotation
  // A button or box that is ticked has the name of a state as its value.
  if (subtype === 'Widget' && fieldType !== 'Btn') {
    const label = lineOf(alternativeText ?? '')
    const text = lineOf(shownValue(annotation))
    return text === '' || label === '' ? text : `${label}: ${text}`
  }
  return subtype === 'FreeText' ? lineOf(contentsObj?.str ?? '') : ''
}

/** Reads the form fields and notes of a page. */
export async function pdfExtras(page: PdfPageProxy): Promise<PdfExtras> {
  const annotations = ((await page.getAnnotations().catch(() => [])) as PdfAnnotation[]).filter(({ hidden }) => !hidden)
  const texts = annotations.map(textOf).filter((text) => text !== '')
  return {
    texts: texts.map(escapeMarkdown),
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
