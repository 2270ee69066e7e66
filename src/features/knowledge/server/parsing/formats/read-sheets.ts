import type { HtmlElement } from '../html/html-tree.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, Unreadable } from '../unreadable.ts'
import { openXml as parse } from '../xml-tree.ts'
import { takeEntries } from '../zip-entries.ts'
import { dateFormats, serialDate } from './cell-dates.ts'
import { looksLikeFaqs } from './faq-columns.ts'

const READ = /^xl\/(worksheets\/[^/]+\.xml|workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml)$/
const COLUMNS_MAX = 1_000

/** A string's text, without the readings that stand above Japanese words. */
function stringText(element: HtmlElement): string {
  const readings = new Set(element.querySelectorAll('rPh t'))
  return [...element.querySelectorAll('t')]
    .filter((one) => !readings.has(one))
    .map((one) => one.textContent ?? '')
    .join('')
}

/** The column that a cell's name begins with, from 0: `C7` is 2. */
function columnOf(name: string): number {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(name)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

interface Book {
  strings: string[]
  /** By the number of a cell's style: whether what it shows is a day or a time. */
  dates: boolean[]
}

/** A number with the 15 digits that spreadsheets show: stored as 0.30000000000000004, shown as 0.3. */
function shownNumber(value: string): string {
  const number = Number(value)
  return value === '' || !Number.isFinite(number) ? value : String(Number(number.toPrecision(15)))
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
      return value
    case 'e':
      return ''
    default:
      return book.dates[Number(cell.getAttribute('s') ?? 0)] ? serialDate(value) : shownNumber(value)
  }
}

const inTable = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')

/** The filled rows, as wide as the widest of them. */
function rowsOf(sheet: HtmlElement, book: Book): string[][] {
  const rows = [...sheet.querySelectorAll('row')].map((row) => {
    const cells: string[] = []
    for (const cell of row.querySelectorAll('c')) {
      const name = cell.getAttribute('r')
      const column = name ? columnOf(name) : cells.length
      if (column >= 0 && column < COLUMNS_MAX) cells[column] = inTable(cellText(cell, book))
    }
    return Array.from(cells, (text) => text ?? '')
  })
  const filled = rows.filter((row) => row.some((text) => text !== ''))
  const width = Math.max(0, ...filled.map((row) => row.findLastIndex((text) => text !== '') + 1))
  return filled.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ''))
}

/** The first row names the columns: passages repeat it above each part of a long table. */
function tableText(rows: string[][]): string {
  const [head = [], ...rest] = rows
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rest.map(line)].join('\n')
}

/** Sheets in the order of their tabs, without hidden ones. */
function sheetsOf(files: Map<string, Uint8Array>): { name: string; file: Uint8Array }[] {
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
    const file = files.get(targets.get(element.getAttribute('r:id')) ?? '')
    const isShown = (element.getAttribute('state') ?? 'visible') === 'visible'
    return file && isShown ? [{ name: element.getAttribute('name')?.trim() || 'Sheet', file }] : []
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
      dates: styles ? dateFormats(parse(styles)) : [],
    }
    let holdsFaqs = false
    const texts = sheetsOf(files).flatMap(({ name, file }) => {
      const rows = rowsOf(parse(file), book)
      holdsFaqs ||= looksLikeFaqs(rows[0] ?? [])
      return rows.length === 0 ? [] : [`## ${inTable(name)}\n\n${tableText(rows)}`]
    })
    return { title: null, text: texts.join('\n\n'), unit: 'page', scanned: [], holdsFaqs }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
