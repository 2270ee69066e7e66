import { markdownTable } from '../html/html-tables.ts'
import type { HtmlElement } from '../html/html-tree.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, Unreadable } from '../unreadable.ts'
import { openRows, openXml as parse } from '../xml-tree.ts'
import { takeEntries } from '../zip-entries.ts'
import { cellFormats, DAYS_TO_1904, formatCellNumber } from './cell-formats.ts'
import { chartText, shapesText } from './drawing-text.ts'
import { looksLikeFaqs } from './faq-columns.ts'
import { relatedParts, relatedTo } from './office-relations.ts'

const READ_ENTRIES =
  /^xl\/((worksheets|chartsheets|drawings)\/(_rels\/)?[^/]+\.xml(\.rels)?|charts\/chart[^/]*\.xml|(comments\/)?comments?\d*\.xml|workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml)$/
const MAX_COLUMNS = 1_000

/** A string's text, without the readings that stand above Japanese words. */
function stringText(stringElement: HtmlElement): string {
  const readingElements = new Set(stringElement.querySelectorAll('rPh t'))
  return [...stringElement.querySelectorAll('t')]
    .filter((textElement) => !readingElements.has(textElement))
    .map((textElement) => unescapeXml(textElement.textContent ?? ''))
    .join('')
}

/** Characters that XML lacks, and line ends, are written as their codes: `_x000D_`. */
const unescapeXml = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, hexCode: string) => String.fromCharCode(Number.parseInt(hexCode, 16)))

/** The column that a cell's name begins with, from 0: `C7` is 2. */
function columnIndex(cellName: string): number {
  let columnNumber = 0
  for (const letter of /^[A-Z]+/.exec(cellName)?.[0] ?? '') columnNumber = columnNumber * 26 + letter.charCodeAt(0) - 64
  return columnNumber - 1
}

interface Workbook {
  strings: string[]
  /** Number formats by the number of a cell's style. */
  formats: string[]
  /** Number of days that is added to those of cells. */
  firstDay: number
}

function cellText(cell: HtmlElement, workbook: Workbook): string {
  const cellValue = cell.querySelector('v')?.textContent ?? ''
  switch (cell.getAttribute('t')) {
    case 's':
      return workbook.strings[Number(cellValue)] ?? ''
    case 'inlineStr':
      return stringText(cell)
    case 'b':
      return cellValue === '1' ? 'yes' : 'no'
    case 'str':
      return unescapeXml(cellValue)
    case 'e':
      return ''
    default:
      return formatCellNumber(
        cellValue,
        workbook.formats[Number(cell.getAttribute('s') ?? 0)] ?? 'General',
        workbook.firstDay,
      )
  }
}

const escapeCell = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replaceAll('|', '\\|')

/** The filled rows and columns, each row as wide as the widest. */
function readRows(sheetBytes: Uint8Array, workbook: Workbook): string[][] {
  const sheetRows = [
    ...openRows(sheetBytes).map((row) => {
      const rowCells: string[] = []
      for (const cell of row.querySelectorAll('c')) {
        const cellName = cell.getAttribute('r')
        const column = cellName ? columnIndex(cellName) : rowCells.length
        if (column >= 0 && column < MAX_COLUMNS) rowCells[column] = escapeCell(cellText(cell, workbook))
      }
      return Array.from(rowCells, (text) => text ?? '')
    }),
  ]
  const filledRows = sheetRows.filter((row) => row.some((text) => text !== ''))
  const filledColumns = new Set(
    filledRows.flatMap((row) => row.flatMap((text, column) => (text === '' ? [] : [column]))),
  )
  const shownColumns = [...filledColumns].sort((left, right) => left - right)
  return filledRows.map((row) => shownColumns.map((column) => row[column] ?? ''))
}

/** Text boxes, charts and comments of a sheet. */
function attachedTexts(partName: string, filesByName: ReadonlyMap<string, Uint8Array>): string[] {
  const drawingParts = relatedParts(partName, filesByName).filter((relatedPart) => relatedPart.includes('/drawings/'))
  const comments = relatedTo(partName, filesByName, /\/comments?\d*\.xml$/).flatMap((commentList) =>
    [...commentList.querySelectorAll('comment')].map((commentElement) => escapeCell(stringText(commentElement))),
  )
  const chartTexts = drawingParts.flatMap((drawingPart) =>
    relatedTo(drawingPart, filesByName, /\/charts\//).map(chartText),
  )
  const shapeTexts = relatedTo(partName, filesByName, /\/drawings\/[^/]+\.xml$/).map(shapesText)
  return [...shapeTexts, ...chartTexts, ...comments.filter((text) => text !== '').map((text) => `Comment: ${text}`)]
}

/** True for workbooks of old Macs. */
function countsFrom1904(filesByName: Map<string, Uint8Array>): boolean {
  const workbookXml = filesByName.get('xl/workbook.xml')
  const dateFlag = workbookXml && parse(workbookXml).querySelector('workbookPr')?.getAttribute('date1904')
  return /^(1|true|on)$/.test(dateFlag ?? '')
}

/** Sheets in the order of their tabs, without hidden ones. */
function listSheets(filesByName: Map<string, Uint8Array>): { name: string; part: string; file: Uint8Array }[] {
  const workbookXml = filesByName.get('xl/workbook.xml')
  const relationsXml = filesByName.get('xl/_rels/workbook.xml.rels')
  if (!workbookXml || !relationsXml) throw new Unreadable(DAMAGED)
  const partsById = new Map(
    [...parse(relationsXml).querySelectorAll('Relationship')].map((relation) => [
      relation.getAttribute('Id'),
      `xl/${(relation.getAttribute('Target') ?? '').replace(/^\/?(xl\/)?/, '')}`,
    ]),
  )
  return [...parse(workbookXml).querySelectorAll('sheet')].flatMap((sheetElement) => {
    const part = partsById.get(sheetElement.getAttribute('r:id')) ?? ''
    const file = filesByName.get(part)
    const isShown = (sheetElement.getAttribute('state') ?? 'visible') === 'visible'
    return file && isShown ? [{ name: sheetElement.getAttribute('name')?.trim() || 'Sheet', part, file }] : []
  })
}

/** An XLSX as tables, a heading above each sheet's. */
export function readSheets(fileBytes: Uint8Array): ReadDocument {
  const filesByName = takeEntries(fileBytes, (entryName) => READ_ENTRIES.test(entryName))
  try {
    const stringsXml = filesByName.get('xl/sharedStrings.xml')
    const stylesXml = filesByName.get('xl/styles.xml')
    const workbook: Workbook = {
      strings: stringsXml ? [...parse(stringsXml).querySelectorAll('si')].map(stringText) : [],
      formats: stylesXml ? cellFormats(parse(stylesXml)) : [],
      firstDay: countsFrom1904(filesByName) ? DAYS_TO_1904 : 0,
    }
    let holdsFaqs = false
    const sheetTexts = listSheets(filesByName).flatMap(({ name, part, file }) => {
      const [head = [], ...rest] = readRows(file, workbook)
      holdsFaqs ||= looksLikeFaqs(head)
      // The first row names the columns: passages repeat it above each part of a long table.
      const tableMarkdown = head.length === 0 ? '' : markdownTable(head, rest)
      const sheetParts = [tableMarkdown, ...attachedTexts(part, filesByName)].filter((text) => text !== '')
      return sheetParts.length === 0 ? [] : [[`## ${escapeCell(name)}`, ...sheetParts].join('\n\n')]
    })
    return { title: null, text: sheetTexts.join('\n\n'), unit: 'page', scanned: [], holdsFaqs }
  } catch (readError) {
    throw readError instanceof Unreadable ? readError : new Unreadable(DAMAGED)
  }
}
