import { placeMark } from '../../../domain/place-marks.ts'
import { archivedImages, isImageName, type KeepImage, keepNoImage } from '../document-images.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { type HtmlElement, type HtmlNode, isElement, lineOf } from '../html/html-tree.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'
import { allNamed, escapeHtml, openXml } from '../xml-tree.ts'
import { takeEntries, takeImages } from '../zip-entries.ts'

const CHART = /^Object [^/]+\/content\.xml$/
const READ = /^(content|styles|meta)\.xml$|^Object [^/]+\/content\.xml$|^META-INF\/manifest\.xml$/
/** Empty rows and columns at the end of a sheet are repeated thousands of times. */
const REPEATED_MAX = 50
const LEFT_OUT = new Set(['text:tracked-changes', 'office:forms', 'text:sequence-decls', 'svg:desc', 'text:bookmark'])

const nameOf = (element: HtmlElement): string => (element as HtmlElement & { nodeName: string }).nodeName.toLowerCase()
const inner = (element: HtmlElement, lists: ReadonlySet<string>): string =>
  [...element.childNodes].map((child) => htmlOf(child, lists)).join('')

const repeats = (element: HtmlElement, name: string): number =>
  Math.min(Number(element.getAttribute(name) ?? 1) || 1, REPEATED_MAX)

function table(element: HtmlElement, lists: ReadonlySet<string>): string {
  const rows = allNamed(element, 'table:table-row').map((row) => {
    const cells = [...row.childNodes].filter(isElement).filter((cell) => nameOf(cell) === 'table:table-cell')
    const html = cells.map((cell) => {
      const spans = `colspan="${Number(cell.getAttribute('table:number-columns-spanned') ?? 1)}" rowspan="${Number(cell.getAttribute('table:number-rows-spanned') ?? 1)}"`
      const text = inner(cell, lists)
      return `<td ${spans}>${text}</td>`.repeat(text === '' ? 1 : repeats(cell, 'table:number-columns-repeated'))
    })
    return `<tr>${html.join('')}</tr>`
  })
  const name = element.getAttribute('table:name')
  const caption =
    name && !/^(table|tabelle|tableau|sheet|local-table)\s*\d*$/i.test(name)
      ? `<caption>${escapeHtml(name)}</caption>`
      : ''
  return `<table>${caption}${rows.join('')}</table>`
}

const imageIn = (title: HtmlElement): boolean => title.parentNode?.querySelector('draw\\:image') != null

/** The title or description of the frame around an image. */
function altOf(image: HtmlElement): string {
  const frame = image.closest('draw\\:frame')
  return (
    ['svg:title', 'svg:desc'].map((name) => lineOf(frame ? allNamed(frame, name)[0] : undefined)).find(Boolean) ?? ''
  )
}

function htmlOf(node: HtmlNode, lists: ReadonlySet<string>): string {
  if (node.nodeType === 3) return escapeHtml(node.textContent ?? '')
  if (!isElement(node)) return ''
  const name = nameOf(node)
  if (LEFT_OUT.has(name)) return ''
  switch (name) {
    case 'text:h': {
      const level = Math.min(Math.max(Number(node.getAttribute('text:outline-level') ?? 1) || 1, 1), 6)
      return `<h${level}>${inner(node, lists)}</h${level}>`
    }
    case 'text:p':
      return `<p>${inner(node, lists)}</p>`
    case 'text:s':
      return ' '.repeat(Math.min(Number(node.getAttribute('text:c') ?? 1) || 1, 100))
    case 'text:tab':
      return ' '
    case 'text:line-break':
      return '<br>'
    case 'text:a':
      return `<a href="${escapeHtml(node.getAttribute('xlink:href') ?? '')}">${inner(node, lists)}</a>`
    case 'text:list': {
      const tag = lists.has(node.getAttribute('text:style-name') ?? '') ? 'ol' : 'ul'
      return `<${tag}>${inner(node, lists)}</${tag}>`
    }
    case 'text:list-item':
    case 'text:list-header':
      return `<li>${inner(node, lists)}</li>`
    case 'text:note':
      return ` (${escapeHtml(lineOf(allNamed(node, 'text:note-body')[0]))})`
    case 'office:annotation':
      return `<p>Comment: ${inner(node, lists)}</p>`
    case 'dc:creator':
    case 'dc:date':
      return node.closest('office\\:annotation') ? '' : inner(node, lists)
    case 'table:table':
      return table(node, lists)
    case 'presentation:notes':
      return `<div><p>Notes:</p>${inner(node, lists)}</div>`
    case 'svg:title':
      return imageIn(node) ? '' : inner(node, lists)
    case 'draw:image':
      return `<img src="${escapeHtml(node.getAttribute('xlink:href') ?? '')}" alt="${escapeHtml(altOf(node))}">`
    case 'draw:frame':
    case 'draw:custom-shape':
    case 'draw:page':
      return `<div>${inner(node, lists)}</div>`
    default:
      return inner(node, lists)
  }
}

/** Names of the list styles whose first level is numbered. */
const numberedLists = (...trees: HtmlElement[]): Set<string> =>
  new Set(
    trees.flatMap((tree) =>
      allNamed(tree, 'text:list-style')
        .filter((style) => [...style.children][0] && nameOf([...style.children][0] as HtmlElement).endsWith('-number'))
        .map((style) => style.getAttribute('style:name') ?? ''),
    ),
  )

/** Running headers and footers, marked as such. */
function edges(styles: HtmlElement, lists: ReadonlySet<string>): string {
  const texts = ['Header', 'Footer'].flatMap((label) =>
    allNamed(styles, `style:${label.toLowerCase()}`).map((element) => {
      const text = fragmentToMarkdown(inner(element, lists)).replace(/\s+/g, ' ')
      return text === '' ? '' : `${label}: ${text}`
    }),
  )
  return [...new Set(texts.filter((text) => text !== ''))].join('\n\n')
}

/** A text, spreadsheet or presentation of OpenDocument. */
export function readOpenDocument(bytes: Uint8Array, keep: KeepImage = keepNoImage): ReadDocument {
  const files = takeEntries(bytes, (name) => READ.test(name))
  const [content, styles, meta] = ['content.xml', 'styles.xml', 'meta.xml'].map((name) => files.get(name))
  const find = archivedImages('content.xml', takeImages(bytes, isImageName), keep)
  const manifest = new TextDecoder().decode(files.get('META-INF/manifest.xml') ?? new Uint8Array())
  if (manifest.includes('encryption-data')) throw new Unreadable(PROTECTED)
  if (!content) throw new Unreadable(DAMAGED)
  try {
    const tree = openXml(content)
    const styleTree = styles ? openXml(styles) : null
    const lists = numberedLists(tree, ...(styleTree ? [styleTree] : []))
    const title = meta ? (allNamed(openXml(meta), 'dc:title')[0]?.textContent?.trim() ?? '') : ''
    const slides = allNamed(tree, 'draw:page')
    if (allNamed(tree, 'office:presentation').length > 0) {
      const texts = slides.map((slide) => fragmentToMarkdown(inner(slide, lists), find))
      const marked = texts.flatMap((text, index) => (text === '' ? [] : [`${placeMark(index + 1)}${text}`]))
      return { title: title || null, text: marked.join('\n\n'), unit: 'slide', scanned: [] }
    }
    const [body] = allNamed(tree, 'office:body')
    const charts = [...files]
      .filter(([name]) => CHART.test(name))
      .flatMap(([, file]) => allNamed(openXml(file), 'office:chart'))
    const main = [...(body ? [body] : []), ...charts].map((part) => fragmentToMarkdown(inner(part, lists), find))
    const text = main.filter((part) => part !== '').join('\n\n')
    const framed = [text, styleTree ? edges(styleTree, lists) : ''].filter((part) => part !== '').join('\n\n')
    return plainDocument(text === '' ? '' : framed, title || null)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
