import { oneLine } from '../../../../../kernel/text.ts'
import { type HtmlElement, isElement } from './html-tree.ts'

/** A span may claim any number; no table has more columns or rows that a cell covers. */
const MAX_SPAN = 100
/** Content that a table row cannot hold. */
const BLOCK_CONTENT = 'pre, table, h1, h2, h3, h4, h5, h6, blockquote, dl'

const tableRows = (tableElement: HtmlElement): HtmlElement[] => [...tableElement.querySelectorAll('tr')]
const rowCells = (rowElement: HtmlElement): HtmlElement[] =>
  [...rowElement.childNodes].filter(isElement).filter(({ localName }) => localName === 'td' || localName === 'th')

/** Returns true for tables that lay out a page, or whose cells hold blocks: their cells are read one after the other. */
export function isLayoutTable(tableElement: HtmlElement): boolean {
  if (/^(presentation|none)$/.test(tableElement.getAttribute('role') ?? '')) return true
  if (tableElement.querySelector(BLOCK_CONTENT)) return true
  return tableRows(tableElement).every((rowElement) => rowCells(rowElement).length < 2)
}

const readSpan = (cell: HtmlElement, spanName: 'rowspan' | 'colspan'): number =>
  Math.min(Math.max(Number(cell.getAttribute(spanName) ?? 1) || 1, 1), MAX_SPAN)

interface TableGrid {
  rows: string[][]
  /** For each row, whether all of its cells are header cells. */
  heads: boolean[]
}

/** The texts of a table's cells; a cell that spans rows or columns is repeated in each of them. */
function readGrid(tableElement: HtmlElement, readCell: (cell: HtmlElement) => string): TableGrid {
  const tableGrid: TableGrid = { rows: [], heads: [] }
  /** Texts that cells of earlier rows put into a row, by column. */
  const coveredTexts: Map<number, string>[] = []
  for (const [y, row] of tableRows(tableElement).entries()) {
    const ownCells = rowCells(row)
    const rowTexts: string[] = []
    let column = 0
    const takeCovered = () => {
      for (let text = coveredTexts[y]?.get(column); text !== undefined; text = coveredTexts[y]?.get(++column))
        rowTexts[column] = text
    }
    for (const cell of ownCells) {
      takeCovered()
      const cellText = readCell(cell)
      const [wide, high] = [readSpan(cell, 'colspan'), readSpan(cell, 'rowspan')]
      for (let columnOffset = 0; columnOffset < wide; columnOffset++, column++) {
        rowTexts[column] = columnOffset === 0 || cell.localName === 'th' ? cellText : ''
        for (let rowOffset = 1; rowOffset < high; rowOffset++) {
          coveredTexts[y + rowOffset] ??= new Map()
          coveredTexts[y + rowOffset]?.set(column, rowTexts[column] ?? '')
        }
      }
    }
    takeCovered()
    tableGrid.rows.push(Array.from(rowTexts, (text) => text ?? ''))
    const isHeaderRow = ownCells.length > 0 && ownCells.every(({ localName }) => localName === 'th')
    tableGrid.heads.push(isHeaderRow || row.parentNode?.localName === 'thead')
  }
  return tableGrid
}

/** Several header rows as one: "Price / per month". */
function mergeHeaderRows(headerRows: string[][], columnCount: number): string[] {
  return Array.from({ length: columnCount }, (_, column) =>
    [...new Set(headerRows.map((headerRow) => headerRow[column] ?? ''))].filter((text) => text !== '').join(' / '),
  )
}

/** A table of texts as GFM; the first row holds the headers. */
export function markdownTable(headerCells: readonly string[], bodyRows: readonly (readonly string[])[]): string {
  const columnCount = Math.max(headerCells.length, ...bodyRows.map((bodyRow) => bodyRow.length))
  const escapePipes = (cellText: string) => oneLine(cellText).replace(/(?<!\\)\|/g, '\\|')
  const tableLine = (cells: readonly string[]) =>
    `| ${Array.from({ length: columnCount }, (_, column) => escapePipes(cells[column] ?? '')).join(' | ')} |`
  return [tableLine(headerCells), `|${' --- |'.repeat(columnCount)}`, ...bodyRows.map(tableLine)].join('\n')
}

/** A data table as GFM, with its caption above; `readCell` gives the Markdown of a cell in one line. */
export function tableToMarkdown(tableElement: HtmlElement, readCell: (cell: HtmlElement) => string): string {
  const { rows, heads } = readGrid(tableElement, readCell)
  const filledRows = rows
    .map((cellTexts, rowIndex) => ({ row: cellTexts, isHead: heads[rowIndex] === true }))
    .filter(({ row }) => row.some(Boolean))
  if (filledRows.length === 0) return ''
  const columnCount = Math.max(...filledRows.map(({ row }) => row.length))
  const firstBodyRow = filledRows.findIndex(({ isHead }) => !isHead)
  const headerCount = firstBodyRow === -1 ? 1 : firstBodyRow
  const hasRowHeaders = tableElement.querySelector('td') !== null && tableElement.querySelector('th') !== null
  // Without header cells, the first row mostly names the columns; where each row has its own header, it does not.
  const headerRows = headerCount > 0 ? filledRows.slice(0, headerCount) : hasRowHeaders ? [] : filledRows.slice(0, 1)
  const bodyRows = filledRows.slice(headerRows.length).map(({ row }) => row)
  const captionElement = [...tableElement.childNodes].filter(isElement).find(({ localName }) => localName === 'caption')
  const captionText = captionElement ? readCell(captionElement) : ''
  const gridMarkdown = markdownTable(
    mergeHeaderRows(
      headerRows.map(({ row }) => row),
      columnCount,
    ),
    bodyRows,
  )
  return captionText === '' ? gridMarkdown : `**${captionText.replaceAll('*', '')}**\n\n${gridMarkdown}`
}
