import { DOMParser } from 'linkedom'
import type { HtmlElement } from './html/html-tree.ts'

/** A tree of XML; entities that it defines itself are not resolved. */
export const openXml = (bytes: Uint8Array): HtmlElement =>
  new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'text/xml') as unknown as HtmlElement

/** Elements by their name with its prefix, in the order of the document. */
export const allNamed = (element: HtmlElement, name: string): HtmlElement[] => [
  ...element.querySelectorAll(name.replace(':', '\\:')),
]

/** Text for use inside of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
