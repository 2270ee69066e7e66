import { DOMParser } from 'linkedom'
import type { HtmlElement } from './html/html-tree.ts'

/** Declaration of a prefix for the elements of spreadsheets, which most programs write without one. */
const SHEET_PREFIX =
  /xmlns:([\w-]+)=["']http:\/\/(?:schemas\.openxmlformats\.org\/spreadsheetml\/2006|purl\.oclc\.org\/ooxml\/spreadsheetml)\/main["']/
const DECLARATIONS_LENGTH = 5_000

function withoutSheetPrefix(xml: string): string {
  const sheetPrefix = SHEET_PREFIX.exec(xml.slice(0, DECLARATIONS_LENGTH))?.[1]
  return sheetPrefix ? xml.replaceAll(`<${sheetPrefix}:`, '<').replaceAll(`</${sheetPrefix}:`, '</') : xml
}

const parseXml = (xml: string): HtmlElement =>
  new DOMParser().parseFromString(xml, 'text/xml') as unknown as HtmlElement
const decodeXml = (xmlBytes: Uint8Array): string => withoutSheetPrefix(new TextDecoder().decode(xmlBytes))

/** A tree of XML; entities that it defines itself are not resolved. Elements of spreadsheets have no prefix. */
export const openXml = (xmlBytes: Uint8Array): HtmlElement => parseXml(decodeXml(xmlBytes))

const FILLED_ROW = /<row\b[^>]*(?<!\/)>[\s\S]*?<\/row>/g

/** The filled rows of a sheet, each with a tree of its own: that of a long sheet needs too much memory. */
export function* openRows(xmlBytes: Uint8Array): Generator<HtmlElement> {
  for (const [row] of decodeXml(xmlBytes).matchAll(FILLED_ROW)) yield parseXml(row)
}

/** Elements by their name with its prefix, in the order of the document. */
export const allNamed = (element: HtmlElement, elementName: string): HtmlElement[] => [
  ...element.querySelectorAll(elementName.replace(':', '\\:')),
]

/** Text for use inside of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
