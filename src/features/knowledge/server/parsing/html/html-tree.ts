import { parseHTML } from 'linkedom'
import { oneLine } from '../../../../../kernel/text.ts'

/** The parts of a document tree that the readers use. */
export interface HtmlNode {
  nodeType: number
  textContent: string | null
  childNodes: Iterable<HtmlNode>
  parentNode: HtmlElement | null
}
export interface HtmlElement extends HtmlNode {
  localName: string
  id: string
  children: Iterable<HtmlElement>
  parentNode: HtmlElement | null
  previousElementSibling: HtmlElement | null
  ownerDocument: HtmlDocument
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  querySelector(selector: string): HtmlElement | null
  querySelectorAll(selector: string): Iterable<HtmlElement>
  closest(selector: string): HtmlElement | null
  matches(selector: string): boolean
  contains(other: HtmlNode): boolean
  append(...nodes: (HtmlNode | string)[]): void
  before(...nodes: (HtmlNode | string)[]): void
  replaceWith(...nodes: (HtmlNode | string)[]): void
  normalize(): void
  remove(): void
}
export interface HtmlDocument extends HtmlElement {
  documentElement: HtmlElement
  body: HtmlElement
  title: string
  cloneNode(deep: boolean): HtmlDocument
  createElement(name: string): HtmlElement
}

/** Maximum nesting depth; no page needs more, and each level uses stack space. */
const MAX_DEPTH = 300

/** Both tags may be left out of a page; the tree is made as if they were there. */
function withBody(html: string): string {
  if (/<body[\s>]/i.test(html))
    return /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head>${html}</html>`
  if (/<\/head\s*>/i.test(html)) return html.replace(/<\/head\s*>/i, '</head><body>')
  if (/<html[\s>]/i.test(html)) return html.replace(/<html[^>]*>/i, (htmlTag) => `${htmlTag}<head></head><body>`)
  return `<!doctype html><html><head></head><body>${html}</body></html>`
}

export const isElement = (node: HtmlNode): node is HtmlElement => node.nodeType === 1

/** Replaces elements that are nested too deeply with their text, so that walking the tree cannot overflow the stack. */
function flattenDeepElements(rootElement: HtmlElement): void {
  const pendingElements: [element: HtmlElement, depth: number][] = [[rootElement, 0]]
  for (let nextElement = pendingElements.pop(); nextElement; nextElement = pendingElements.pop()) {
    const [element, depth] = nextElement
    if (depth > MAX_DEPTH) element.replaceWith(element.textContent ?? '')
    else for (const child of element.children) pendingElements.push([child, depth + 1])
  }
}

/** A tree of the HTML; nothing in it is run or loaded. */
export function openHtml(html: string): HtmlDocument {
  const document = parseHTML(withBody(html)).document as unknown as HtmlDocument
  if (document.body) {
    flattenDeepElements(document.body)
    // The parser parts a text at each entity.
    document.body.normalize()
  }
  return document
}

/** A tree of a part of a page. */
export const openFragment = (html: string): HtmlElement => openHtml(`<body>${html}</body>`).body

/** The text of a node in one line. */
export const oneLineText = (node: HtmlNode | null | undefined): string => oneLine(node?.textContent ?? '')
