import { DOMParser } from 'linkedom'
import {
  type HtmlElement,
  type HtmlNode,
  isElement,
} from '../../../src/features/knowledge/server/parsing/html/html-tree.ts'
import { allNamed } from '../../../src/features/knowledge/server/parsing/xml-tree.ts'
import { oneLine } from '../../../src/kernel/text.ts'

const IMAGES = /<office:binary-data>[\s\S]*?<\/office:binary-data>/g
/**
 * Parts that no reader sees as text of the document: deleted text, controls, prompts of empty placeholders, and what
 * the program computes when it shows the document (page numbers, dates, names of files, labels of notes and lists).
 */
const COMPUTED =
  /^text:(page-number|page-count|date|time|file-name|sheet-name|note-citation|chapter|creation-date|modification-date|print-date|print-time)$|^presentation:(date-time|footer|header)$/
const UNSEEN =
  /^(text:tracked-changes|text:sequence-decls|office:forms|office:settings|office:scripts|svg:title|svg:desc|table:content-validations|table:label-ranges|table:database-ranges|table:named-expressions|table:tracked-changes|loext:theme|dc:creator|dc:date|text:ruby-text|presentation:footer-decl|presentation:header-decl|meta:creator-initials|draw:page-thumbnail)$/
const REPEATED_MAX = 50
const PROMPTS = /^(title|outline|subtitle|date-time|footer|page-number|header)$/

const nameOf = (element: HtmlElement): string => (element as HtmlElement & { nodeName: string }).nodeName.toLowerCase()

/** Formulas whose value is computed when the document is shown. */
const VOLATILE = /\b(TODAY|NOW|RAND|RANDBETWEEN)\(/
/** A day has many written forms; the true text has one of them: 2026-03-01 14:30. A time is on the first of all days. */
const dayText = (value: string): string =>
  value
    .replace(/T00:00:00$/, '')
    .replace(/T(\d\d:\d\d).*/, ' $1')
    .replace(/^1899-12-30 /, '')
    .replace(/^1899-12-30$/, '00:00')

/** Footers of notes are only on prints. */
const isOfNotes = (shape: HtmlElement): boolean =>
  shape.parentNode !== null && nameOf(shape.parentNode as HtmlElement) === 'presentation:notes'

/** The result of a formula that has no value. */
const isError = (cell: HtmlElement): boolean => cell.getAttribute('calcext:value-type') === 'error'

/** Truth values have one form as well. */
const truthText = (text: string): string => (text === 'TRUE' ? 'yes' : text === 'FALSE' ? 'no' : text)

/** Styles of hidden tables, and deletions, whose text is between two marks. */
interface Hidden {
  tables: ReadonlySet<string>
  deletions: ReadonlySet<string>
  openDeletions: Set<string>
  /** Charts whose data counts: those of spreadsheets repeat cells, and those of PPT are objects of another program. */
  hasChartData: boolean
}

/** Returns the text of an element: a line for each paragraph and each row of a table, its cells parted by tabs. */
function textOf(node: HtmlNode, hidden: Hidden): string {
  if (node.nodeType === 3) return hidden.openDeletions.size > 0 ? '' : (node.textContent ?? '').replace(/\s+/g, ' ')
  if (!isElement(node)) return ''
  const name = nameOf(node)
  const change = node.getAttribute('text:change-id') ?? ''
  if (name === 'text:change-start' && hidden.deletions.has(change)) hidden.openDeletions.add(change)
  if (name === 'text:change-end') hidden.openDeletions.delete(change)
  const inner = () => [...node.childNodes].map((child) => textOf(child, hidden)).join('')
  if (COMPUTED.test(name) || UNSEEN.test(name) || node.getAttribute('presentation:placeholder') === 'true') return ''
  const role = node.getAttribute('presentation:class') ?? ''
  if (/^(header|date-time|page-number)$/.test(role) || (role === 'footer' && isOfNotes(node))) return ''
  switch (name) {
    case 'text:s':
    case 'text:tab':
    case 'text:line-break':
      return ' '
    case 'text:p':
    case 'text:h':
      return `${inner()}\n`
    case 'office:annotation':
    case 'text:note':
    case 'draw:text-box':
      return `\n${inner()}\n`
    case 'draw:object':
      return allNamed(node, 'office:chart')
        .flatMap((chart) => (hidden.hasChartData ? [chart] : allNamed(chart, 'chart:title')))
        .map((part) => textOf(part, hidden))
        .join('\n')
    case 'table:table':
      return hidden.tables.has(node.getAttribute('table:style-name') ?? '') ? '' : `\n${inner()}\n`
    case 'table:table-row': {
      if ((node.getAttribute('table:visibility') ?? 'visible') !== 'visible') return ''
      const cells = [...node.children].flatMap((cell) => {
        const day = cell.getAttribute('office:date-value')
        if (VOLATILE.test(cell.getAttribute('table:formula') ?? '') || isError(cell)) return ['']
        const text = day === null ? truthText(oneLine(textOf(cell, hidden))) : dayText(day)
        const count = text === '' ? 1 : Number(cell.getAttribute('table:number-columns-repeated') ?? 1)
        return Array.from({ length: Math.min(count, REPEATED_MAX) }, () => text)
      })
      return cells.every((cell) => cell === '') ? '' : `${cells.join('\t').trimEnd()}\n`
    }
    default:
      return inner()
  }
}

/** Masters carry color guides beside the slide. */
const isOnPage = (shape: HtmlElement, width: number): boolean => {
  const left = Number.parseFloat(shape.getAttribute('svg:x') ?? '0')
  return left < width && left + Number.parseFloat(shape.getAttribute('svg:width') ?? '1') > 0
}

/**
 * Slide masters in use, without their prompts; running headers and footers of texts, but not of sheets, which only
 * prints have. Each text once.
 */
function repeatedTexts(root: HtmlElement, hidden: Hidden): string[] {
  const used = new Set(allNamed(root, 'draw:page').map((page) => page.getAttribute('draw:master-page-name')))
  const widest = Math.max(
    ...allNamed(root, 'style:page-layout-properties').map((one) =>
      Number.parseFloat(one.getAttribute('fo:page-width') ?? '0'),
    ),
  )
  const masters = allNamed(root, 'style:master-page').flatMap((master) => {
    if (!used.has(master.getAttribute('style:name'))) return []
    return [...master.children].filter(
      (shape) =>
        nameOf(shape) !== 'presentation:notes' &&
        !PROMPTS.test(shape.getAttribute('presentation:class') ?? '') &&
        isOnPage(shape, widest),
    )
  })
  const isSheets = allNamed(root, 'office:spreadsheet').length > 0
  const edges = isSheets
    ? []
    : ['style:header', 'style:footer', 'presentation:footer-decl'].flatMap((name) => allNamed(root, name))
  return [
    ...new Set(
      [...masters, ...edges].map((part) =>
        oneLine([...part.childNodes].map((child) => textOf(child, hidden)).join('')),
      ),
    ),
  ]
}

/** Returns the text of a flat OpenDocument file that was made from a format, without what no reader sees. */
export function flatOpenDocumentText(xml: string, format = ''): string {
  const root = new DOMParser().parseFromString(xml.replace(IMAGES, ''), 'text/xml') as unknown as HtmlElement
  const tables = allNamed(root, 'style:style')
    .filter((style) =>
      allNamed(style, 'style:table-properties').some((one) => one.getAttribute('table:display') === 'false'),
    )
    .map((style) => style.getAttribute('style:name') ?? '')
  const deletions = allNamed(root, 'text:changed-region')
    .filter((region) => allNamed(region, 'text:deletion').length > 0)
    .map((region) => region.getAttribute('text:id') ?? '')
  const hidden = {
    tables: new Set(tables),
    deletions: new Set(deletions),
    openDeletions: new Set<string>(),
    hasChartData: !/^(xlsx|ppt)$/.test(format),
  }
  // Charts in the document have bodies of their own, and come after the beginning of its body.
  const [body] = allNamed(root, 'office:body')
  const text = body ? textOf(body, hidden) : ''
  return [text, ...repeatedTexts(root, hidden)]
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
