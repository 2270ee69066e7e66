import { markdownTable } from '../html/html-tables.ts'
import type { HtmlElement } from '../html/html-tree.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, Unreadable } from '../unreadable.ts'
import { openRows, openXml as parse } from '../xml-tree.ts'
import { takeEntries } from '../zip-entries.ts'
import { cellFormats, DAYS_TO_1904, formattedNumber } from './cell-formats.ts'
import { chartText, shapesText } from './drawing-text.ts'
import { looksLikeFaqs } from './faq-columns.ts'
import { relatedParts, relatedTo } from './office-relations.ts'

const READ =
  /^xl\/((worksheets|chartsheets|drawings)\/(_rels\/)?[^/]+\.xml(\.rels)?|charts\/chart[^/]*\.xml|(comments\/)?comments?\d*\.xml|workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml)$/
const COLUMNS_MAX = 1_000

/** A string's text, without the readings that stand above Japanese words. */
function stringText(element: HtmlElement): string {
  const readings = new Set(element.querySelectorAll('rPh t'))
  return [...element.querySelectorAll('t')]
    .filter((one) => !readings.has(one))
    .map((one) => unescaped(one.textContent ?? ''))
    .join('')
}

/** Characters that XML lacks, and line ends, are written as their codes: `_x000D_`. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The column that a cell's name begins with, from 0: `C7` is 2. */
function columnOf(name: string): number {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(name)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

interface Book {
  strings: string[]
  /** Number formats by the number of a cell's style. */
  formats: string[]
  /** Number of days that is added to those of cells. */
  firstDay: number
}

function cellText(cell: HtmlElement, book: Book): string {
  const value = cell.querySelector('v')?.textContent ?? ''
  switch (cell.getAttribute('t')) {
    case 's':
      return book.strings[Number(value)] ?? ''
    case 'inlineStr':
      return stringText(cell)
    case 'b':
      return value === '1' ? 'yes' : 'no'
    case 'str':
      return unescaped(value)
    case 'e':
      return ''
    default:
      return formattedNumber(value, book.formats[Number(cell.getAttribute('s') ?? 0)] ?? 'General', book.firstDay)
  }
}

const inTable = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replaceAll('|', '\\|')

/** The filled rows and columns, each row as wide as the widest. */
function rowsOf(sheet: Uint8Array, book: Book): string[][] {
  const rows = [
    ...openRows(sheet).map((row) => {
      const cells: string[] = []
      for (const cell of row.querySelectorAll('c')) {
        const name = cell.getAttribute('r')
        const column = name ? columnOf(name) : cells.length
        if (column >= 0 && column < COLUMNS_MAX) cells[column] = inTable(cellText(cell, book))
      }
      return Array.from(cells, (text) => text ?? '')
    }),
  ]
  const filled = rows.filter((row) => row.some((text) => text !== ''))
  const columns = new Set(filled.flatMap((row) => row.flatMap((text, column) => (text === '' ? [] : [column]))))
  const shown = [...columns].sort((left, right) => left - right)
  return filled.map((row) => shown.map((column) => row[column] ?? ''))
}

/** Text boxes, charts and comments of a sheet. */
function attachedTexts(part: string, files: ReadonlyMap<string, Uint8Array>): string[] {
  const drawings = relatedParts(part, files).filter((name) => name.includes('/drawings/'))
  const comments = relatedTo(part, files, /\/comments?\d*\.xml$/).flatMap((list) =>
    [...list.querySelectorAll('comment')].map((comment) => inTable(stringText(comment))),
  )
  const charts = drawings.flatMap((drawing) => relatedTo(drawing, files, /\/charts\//).map(chartText))
  const shapes = relatedTo(part, files, /\/drawings\/[^/]+\.xml$/).map(shapesText)
  return [...shapes, ...charts, ...comments.filter((text) => text !== '').map((text) => `Comment: ${text}`)]
}

/** True for workbooks of old Macs. */
function countsFrom1904(files: Map<string, Uint8Array>): boolean {
  const book = files.get('xl/workbook.xml')
  const flag = book && parse(book).querySelector('workbookPr')?.getAttribute('date1904')
  return /^(1|true|on)$/.test(flag ?? '')
}

/** Sheets in the order of their tabs, without hidden ones. */
function sheetsOf(files: Map<string, Uint8Array>): { name: string; part: string; file: Uint8Array }[] {
  const book = files.get('xl/workbook.xml')
  const rels = files.get('xl/_rels/workbook.xml.rels')
  if (!book || !rels) throw new Unreadable(DAMAGED)
  const targets = new Map(
    [...parse(rels).querySelectorAll('Relationship')].map((element) => [
      element.getAttribute('Id'),
      `xl/${(element.getAttribute('Target') ?? '').replace(/^\/?(xl\/)?/, '')}`,
    ]),
  )
  return [...parse(book).querySelectorAll('sheet')].flatMap((element) => {
    const part = targets.get(element.getAttribute('r:id')) ?? ''
    const file = files.get(part)
    const isShown = (element.getAttribute('state') ?? 'visible') === 'visible'
    return file && isShown ? [{ name: element.getAttribute('name')?.trim() || 'Sheet', part, file }] : []
  })
}

/** An XLSX as tables, a heading above each sheet's. */
export function readSheets(bytes: Uint8Array): ReadDocument {
  const files = takeEntries(bytes, (name) => READ.test(name))
  try {
    const strings = files.get('xl/sharedStrings.xml')
    const styles = files.get('xl/styles.xml')
    const book: Book = {
      strings: strings ? [...parse(strings).querySelectorAll('si')].map(stringText) : [],
      formats: styles ? cellFormats(parse(styles)) : [],
      firstDay: countsFrom1904(files) ? DAYS_TO_1904 : 0,
    }
    let holdsFaqs = false
    const texts = sheetsOf(files).flatMap(({ name, part, file }) => {
      const [head = [], ...rest] = rowsOf(file, book)
      holdsFaqs ||= looksLikeFaqs(head)
      // The first row names the columns: passages repeat it above each part of a long table.
      const table = head.length === 0 ? '' : markdownTable(head, rest)
      const texts = [table, ...attachedTexts(part, files)].filter((text) => text !== '')
      return texts.length === 0 ? [] : [[`## ${inTable(name)}`, ...texts].join('\n\n')]
    })
    return { title: null, text: texts.join('\n\n'), unit: 'page', scanned: [], holdsFaqs }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
