import { parseHTML } from 'linkedom'

/** As much of a document's tree as is used here. */
export interface HtmlNode {
  nodeType: number
  textContent: string | null
  childNodes: Iterable<HtmlNode>
}
export interface HtmlElement extends HtmlNode {
  localName: string
  getAttribute(name: string): string | null
  querySelector(selector: string): HtmlElement | null
  querySelectorAll(selector: string): Iterable<HtmlElement>
  remove(): void
}
export interface HtmlDocument extends HtmlElement {
  documentElement: HtmlElement
  body: HtmlElement
  title: string
  cloneNode(deep: boolean): HtmlDocument
}

/** Both tags may be left out of a page; the tree is made as if they were there. */
function withBody(html: string): string {
  if (/<body[\s>]/i.test(html))
    return /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head>${html}</html>`
  if (/<\/head\s*>/i.test(html)) return html.replace(/<\/head\s*>/i, '</head><body>')
  if (/<html[\s>]/i.test(html)) return html.replace(/<html[^>]*>/i, (tag) => `${tag}<head></head><body>`)
  return `<!doctype html><html><head></head><body>${html}</body></html>`
}

/** A tree of the HTML; nothing in it is run or loaded. */
export const openHtml = (html: string): HtmlDocument => parseHTML(withBody(html)).document as unknown as HtmlDocument

const BLOCKS = new Set(
  'address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form header hr li main nav ol p pre section summary table ul h1 h2 h3 h4 h5 h6 center body'.split(
    ' ',
  ),
)
const LEFT_OUT = new Set(
  'script style title noscript template svg canvas iframe object embed head link meta button input select textarea audio video map'.split(
    ' ',
  ),
)
/** Maximum nesting depth; no page needs more, and each level uses stack space. */
const DEPTH_MAX = 400

const isElement = (node: HtmlNode): node is HtmlElement => node.nodeType === 1
const squeezed = (text: string): string => text.replace(/\s+/g, ' ')

/** The words of an element in one line. */
function inline(node: HtmlNode, depth = 0): string {
  if (node.nodeType === 3) return squeezed(node.textContent ?? '')
  if (!isElement(node) || LEFT_OUT.has(node.localName) || depth > DEPTH_MAX) return ''
  if (node.localName === 'br') return '\n'
  if (node.localName === 'code') return `\`${squeezed(node.textContent ?? '').trim()}\``
  const inner = [...node.childNodes].map((child) => inline(child, depth + 1)).join('')
  return BLOCKS.has(node.localName) || /^t[dhr]$/.test(node.localName) ? ` ${inner} ` : inner
}

const line = (node: HtmlNode): string => squeezed(inline(node)).trim()
const lines = (text: string): string =>
  text
    .split('\n')
    .map((one) => squeezed(one).trim())
    .join('\n')
    .trim()

function list(element: HtmlElement, depth: number): string {
  const ordered = element.localName === 'ol'
  let number = Number(element.getAttribute('start') ?? 1) || 1
  const items: string[] = []
  for (const item of element.childNodes) {
    if (!isElement(item)) continue
    const inner = blocks(item, depth + 1).join('\n')
    if (inner === '') continue
    const mark = ordered ? `${number++}.` : '-'
    items.push(`${mark} ${inner.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`)
  }
  return items.join('\n')
}

function table(element: HtmlElement, depth: number): string[] {
  // Tables that hold tables, or a single column, lay a page out: what they hold is read as it comes.
  if (element.querySelector('table')) return blocks(element, depth + 1, true)
  const rows = [...element.querySelectorAll('tr')].map((row) =>
    [...row.childNodes]
      .filter(isElement)
      .filter(({ localName }) => /^t[dh]$/.test(localName))
      .map((cell) => line(cell).replaceAll('|', '\\|')),
  )
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
  const width = Math.max(0, ...filled.map((cells) => cells.length))
  if (width < 2) return filled.map(([cell = '']) => cell)
  const [head = [], ...rest] = filled
  const row = (cells: string[]) => `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  return [[row(head), `|${' --- |'.repeat(width)}`, ...rest.map(row)].join('\n')]
}

function block(element: HtmlElement, depth: number): string[] {
  const { localName: name } = element
  if (/^h[1-6]$/.test(name)) {
    const title = line(element)
    return title === '' ? [] : [`${'#'.repeat(Number(name[1]))} ${title}`]
  }
  if (name === 'ul' || name === 'ol') return [list(element, depth)]
  if (name === 'table') return table(element, depth)
  if (name === 'pre') {
    const code = (element.textContent ?? '').replace(/^\n+|\s+$/g, '')
    return code === '' ? [] : [`\`\`\`\n${code.replaceAll('```', "'''")}\n\`\`\``]
  }
  if (name === 'hr') return []
  return blocks(element, depth + 1)
}

function blocks(element: HtmlElement, depth: number, flat = false): string[] {
  if (depth > DEPTH_MAX) return []
  const out: string[] = []
  let run = ''
  const flush = () => {
    const text = lines(run)
    if (text !== '') out.push(text)
    run = ''
  }
  for (const child of element.childNodes) {
    if (isElement(child) && LEFT_OUT.has(child.localName)) continue
    const holdsBlocks = isElement(child) && (BLOCKS.has(child.localName) || flat || hasBlock(child))
    if (!holdsBlocks) {
      run += inline(child)
      continue
    }
    flush()
    out.push(...block(child as HtmlElement, depth))
  }
  flush()
  return out.filter((text) => text !== '')
}

/** An inline element around paragraphs, as careless pages have them. */
const hasBlock = (element: HtmlElement): boolean =>
  [...element.childNodes].some((child) => isElement(child) && BLOCKS.has(child.localName))

/** Headings, paragraphs, lists, tables and code as Markdown. Of links only the words stay. */
export const htmlToMarkdown = (element: HtmlElement): string => blocks(element, 0).join('\n\n')
