import { DOMParser } from 'linkedom'
import type { HtmlElement } from './html/html-tree.ts'

/** Declaration of a prefix for the elements of spreadsheets, which most programs write without one. */
const SHEET_PREFIX =
  /xmlns:([\w-]+)=["']http:\/\/(?:schemas\.openxmlformats\.org\/spreadsheetml\/2006|purl\.oclc\.org\/ooxml\/spreadsheetml)\/main["']/
const DECLARATIONS_LENGTH = 5_000

function withoutSheetPrefix(xml: string): string {
  const prefix = SHEET_PREFIX.exec(xml.slice(0, DECLARATIONS_LENGTH))?.[1]
  return prefix ? xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</') : xml
}

const open = (xml: string): HtmlElement => new DOMParser().parseFromString(xml, 'text/xml') as unknown as HtmlElement
const decoded = (bytes: Uint8Array): string => withoutSheetPrefix(new TextDecoder().decode(bytes))

/** A tree of XML; entities that it defines itself are not resolved. Elements of spreadsheets have no prefix. */
export const openXml = (bytes: Uint8Array): HtmlElement => open(decoded(bytes))

const ROW = /<row\b[^>]*(?<!\/)>[\s\S]*?<\/row>/g

/** The filled rows of a sheet, each with a tree of its own: that of a long sheet needs too much memory. */
export function* openRows(bytes: Uint8Array): Generator<HtmlElement> {
  for (const [row] of decoded(bytes).matchAll(ROW)) yield open(row)
}

/** Elements by their name with its prefix, in the order of the document. */
export const allNamed = (element: HtmlElement, name: string): HtmlElement[] => [
  ...element.querySelectorAll(name.replace(':', '\\:')),
]

/** Text for use inside of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
