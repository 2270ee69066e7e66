import { placeMark } from '../../../domain/place-marks.ts'
import { archivedImages, isImageName, type KeepImage, keepNoImage } from '../document-images.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { type HtmlElement, type HtmlNode, isElement, oneLineText } from '../html/html-tree.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'
import { allNamed, escapeHtml, openXml } from '../xml-tree.ts'
import { takeEntries, takeImages } from '../zip-entries.ts'

const CHART_ENTRY = /^Object [^/]+\/content\.xml$/
const READ_ENTRIES = /^(content|styles|meta)\.xml$|^Object [^/]+\/content\.xml$|^META-INF\/manifest\.xml$/
/** Empty rows and columns at the end of a sheet are repeated thousands of times. */
const MAX_REPEATED = 50
const LEFT_OUT_ELEMENTS = new Set([
  'text:tracked-changes',
  'office:forms',
  'text:sequence-decls',
  'svg:desc',
  'text:bookmark',
])

const elementName = (element: HtmlElement): string =>
  (element as HtmlElement & { nodeName: string }).nodeName.toLowerCase()
const innerHtml = (element: HtmlElement, numberedStyles: ReadonlySet<string>): string =>
  [...element.childNodes].map((child) => nodeHtml(child, numberedStyles)).join('')

const repeatCount = (element: HtmlElement, attributeName: string): number =>
  Math.min(Number(element.getAttribute(attributeName) ?? 1) || 1, MAX_REPEATED)

function tableHtml(element: HtmlElement, numberedStyles: ReadonlySet<string>): string {
  const rowsHtml = allNamed(element, 'table:table-row').map((row) => {
    const rowCells = [...row.childNodes].filter(isElement).filter((cell) => elementName(cell) === 'table:table-cell')
    const cellsHtml = rowCells.map((cell) => {
      const spanAttributes = `colspan="${Number(cell.getAttribute('table:number-columns-spanned') ?? 1)}" rowspan="${Number(cell.getAttribute('table:number-rows-spanned') ?? 1)}"`
      const cellHtml = innerHtml(cell, numberedStyles)
      return `<td ${spanAttributes}>${cellHtml}</td>`.repeat(
        cellHtml === '' ? 1 : repeatCount(cell, 'table:number-columns-repeated'),
      )
    })
    return `<tr>${cellsHtml.join('')}</tr>`
  })
  const tableName = element.getAttribute('table:name')
  const captionHtml =
    tableName && !/^(table|tabelle|tableau|sheet|local-table)\s*\d*$/i.test(tableName)
      ? `<caption>${escapeHtml(tableName)}</caption>`
      : ''
  return `<table>${captionHtml}${rowsHtml.join('')}</table>`
}

const isImageTitle = (titleElement: HtmlElement): boolean =>
  titleElement.parentNode?.querySelector('draw\\:image') != null

/** The title or description of the frame around an image. */
function imageAltText(imageElement: HtmlElement): string {
  const imageFrame = imageElement.closest('draw\\:frame')
  return (
    ['svg:title', 'svg:desc']
      .map((childName) => oneLineText(imageFrame ? allNamed(imageFrame, childName)[0] : undefined))
      .find(Boolean) ?? ''
  )
}

function nodeHtml(node: HtmlNode, numberedStyles: ReadonlySet<string>): string {
  if (node.nodeType === 3) return escapeHtml(node.textContent ?? '')
  if (!isElement(node)) return ''
  const nodeName = elementName(node)
  if (LEFT_OUT_ELEMENTS.has(nodeName)) return ''
  switch (nodeName) {
    case 'text:h': {
      const headingLevel = Math.min(Math.max(Number(node.getAttribute('text:outline-level') ?? 1) || 1, 1), 6)
      return `<h${headingLevel}>${innerHtml(node, numberedStyles)}</h${headingLevel}>`
    }
    case 'text:p':
      return `<p>${innerHtml(node, numberedStyles)}</p>`
    case 'text:s':
      return ' '.repeat(Math.min(Number(node.getAttribute('text:c') ?? 1) || 1, 100))
    case 'text:tab':
      return ' '
    case 'text:line-break':
      return '<br>'
    case 'text:a':
      return `<a href="${escapeHtml(node.getAttribute('xlink:href') ?? '')}">${innerHtml(node, numberedStyles)}</a>`
    case 'text:list': {
      const listTag = numberedStyles.has(node.getAttribute('text:style-name') ?? '') ? 'ol' : 'ul'
      return `<${listTag}>${innerHtml(node, numberedStyles)}</${listTag}>`
    }
    case 'text:list-item':
    case 'text:list-header':
      return `<li>${innerHtml(node, numberedStyles)}</li>`
    case 'text:note':
      return ` (${escapeHtml(oneLineText(allNamed(node, 'text:note-body')[0]))})`
    case 'office:annotation':
      return `<p>Comment: ${innerHtml(node, numberedStyles)}</p>`
    case 'dc:creator':
    case 'dc:date':
      return node.closest('office\\:annotation') ? '' : innerHtml(node, numberedStyles)
    case 'table:table':
      return tableHtml(node, numberedStyles)
    case 'presentation:notes':
      return `<div><p>Notes:</p>${innerHtml(node, numberedStyles)}</div>`
    case 'svg:title':
      return isImageTitle(node) ? '' : innerHtml(node, numberedStyles)
    case 'draw:image':
      return `<img src="${escapeHtml(node.getAttribute('xlink:href') ?? '')}" alt="${escapeHtml(imageAltText(node))}">`
    case 'draw:frame':
    case 'draw:custom-shape':
    case 'draw:page':
      return `<div>${innerHtml(node, numberedStyles)}</div>`
    default:
      return innerHtml(node, numberedStyles)
  }
}

/** Names of the list styles whose first level is numbered. */
const numberedLists = (...trees: HtmlElement[]): Set<string> =>
  new Set(
    trees.flatMap((tree) =>
      allNamed(tree, 'text:list-style')
        .filter(
          (listStyle) =>
            [...listStyle.children][0] && elementName([...listStyle.children][0] as HtmlElement).endsWith('-number'),
        )
        .map((listStyle) => listStyle.getAttribute('style:name') ?? ''),
    ),
  )

/** Running headers and footers, marked as such. */
function edgeTexts(styleTree: HtmlElement, numberedStyles: ReadonlySet<string>): string {
  const markedTexts = ['Header', 'Footer'].flatMap((label) =>
    allNamed(styleTree, `style:${label.toLowerCase()}`).map((element) => {
      const edgeText = fragmentToMarkdown(innerHtml(element, numberedStyles)).replace(/\s+/g, ' ')
      return edgeText === '' ? '' : `${label}: ${edgeText}`
    }),
  )
  return [...new Set(markedTexts.filter((text) => text !== ''))].join('\n\n')
}

/** A text, spreadsheet or presentation of OpenDocument. */
export function readOpenDocument(fileBytes: Uint8Array, keepImage: KeepImage = keepNoImage): ReadDocument {
  const filesByName = takeEntries(fileBytes, (entryName) => READ_ENTRIES.test(entryName))
  const [content, styles, meta] = ['content.xml', 'styles.xml', 'meta.xml'].map((entryName) =>
    filesByName.get(entryName),
  )
  const findImage = archivedImages('content.xml', takeImages(fileBytes, isImageName), keepImage)
  const manifestXml = new TextDecoder().decode(filesByName.get('META-INF/manifest.xml') ?? new Uint8Array())
  if (manifestXml.includes('encryption-data')) throw new Unreadable(PROTECTED)
  if (!content) throw new Unreadable(DAMAGED)
  try {
    const contentTree = openXml(content)
    const styleTree = styles ? openXml(styles) : null
    const numberedStyles = numberedLists(contentTree, ...(styleTree ? [styleTree] : []))
    const documentTitle = meta ? (allNamed(openXml(meta), 'dc:title')[0]?.textContent?.trim() ?? '') : ''
    const slideElements = allNamed(contentTree, 'draw:page')
    if (allNamed(contentTree, 'office:presentation').length > 0) {
      const slideTexts = slideElements.map((slideElement) =>
        fragmentToMarkdown(innerHtml(slideElement, numberedStyles), findImage),
      )
      const markedSlides = slideTexts.flatMap((slideText, slideIndex) =>
        slideText === '' ? [] : [`${placeMark(slideIndex + 1)}${slideText}`],
      )
      return { title: documentTitle || null, text: markedSlides.join('\n\n'), unit: 'slide', scanned: [] }
    }
    const [body] = allNamed(contentTree, 'office:body')
    const chartElements = [...filesByName]
      .filter(([name]) => CHART_ENTRY.test(name))
      .flatMap(([, file]) => allNamed(openXml(file), 'office:chart'))
    const mainParts = [...(body ? [body] : []), ...chartElements].map((documentPart) =>
      fragmentToMarkdown(innerHtml(documentPart, numberedStyles), findImage),
    )
    const mainText = mainParts.filter((textPart) => textPart !== '').join('\n\n')
    const framedText = [mainText, styleTree ? edgeTexts(styleTree, numberedStyles) : '']
      .filter((textPart) => textPart !== '')
      .join('\n\n')
    return plainDocument(mainText === '' ? '' : framedText, documentTitle || null)
  } catch (readError) {
    throw readError instanceof Unreadable ? readError : new Unreadable(DAMAGED)
  }
}
