import { oneLine } from '../../../../../kernel/text.ts'
import { type HtmlElement, isElement } from './html-tree.ts'

/** A span may claim any number; no table has more columns or rows that a cell covers. */
const SPAN_MAX = 100
/** Content that a table row cannot hold. */
const BLOCK_CONTENT = 'pre, table, h1, h2, h3, h4, h5, h6, blockquote, dl'

const rowsOf = (table: HtmlElement): HtmlElement[] => [...table.querySelectorAll('tr')]
const cellsOf = (row: HtmlElement): HtmlElement[] =>
  [...row.childNodes].filter(isElement).filter(({ localName }) => localName === 'td' || localName === 'th')

/** Returns true for tables that lay out a page, or whose cells hold blocks: their cells are read one after the other. */
export function isLayoutTable(table: HtmlElement): boolean {
  if (/^(presentation|none)$/.test(table.getAttribute('role') ?? '')) return true
  if (table.querySelector(BLOCK_CONTENT)) return true
  return rowsOf(table).every((row) => cellsOf(row).length < 2)
}

const spanOf = (cell: HtmlElement, name: 'rowspan' | 'colspan'): number =>
  Math.min(Math.max(Number(cell.getAttribute(name) ?? 1) || 1, 1), SPAN_MAX)

interface Grid {
  rows: string[][]
  /** For each row, whether all of its cells are header cells. */
  heads: boolean[]
}

/** The texts of a table's cells; a cell that spans rows or columns is repeated in each of them. */
function gridOf(table: HtmlElement, textOf: (cell: HtmlElement) => string): Grid {
  const grid: Grid = { rows: [], heads: [] }
  /** Texts that cells of earlier rows put into a row, by column. */
  const covered: Map<number, string>[] = []
  for (const [y, row] of rowsOf(table).entries()) {
    const own = cellsOf(row)
    const out: string[] = []
    let x = 0
    const takeCovered = () => {
      for (let text = covered[y]?.get(x); text !== undefined; text = covered[y]?.get(++x)) out[x] = text
    }
    for (const cell of own) {
      takeCovered()
      const text = textOf(cell)
      const [wide, high] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      for (let dx = 0; dx < wide; dx++, x++) {
        out[x] = dx === 0 || cell.localName === 'th' ? text : ''
        for (let dy = 1; dy < high; dy++) {
          covered[y + dy] ??= new Map()
          covered[y + dy]?.set(x, out[x] ?? '')
        }
      }
    }
    takeCovered()
    grid.rows.push(Array.from(out, (text) => text ?? ''))
    const isHead = own.length > 0 && own.every(({ localName }) => localName === 'th')
    grid.heads.push(isHead || row.parentNode?.localName === 'thead')
  }
  return grid
}

/** Several header rows as one: "Price / per month". */
function mergedHead(rows: string[][], width: number): string[] {
  return Array.from({ length: width }, (_, x) =>
    [...new Set(rows.map((row) => row[x] ?? ''))].filter((text) => text !== '').join(' / '),
  )
}

/** A table of texts as GFM; the first row holds the headers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(head.length, ...rows.map((row) => row.length))
  const escaped = (text: string) => oneLine(text).replace(/(?<!\\)\|/g, '\\|')
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, x) => escaped(cells[x] ?? '')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(width)}`, ...rows.map(line)].join('\n')
}

/** A data table as GFM, with its caption above; `textOf` gives the Markdown of a cell in one line. */
export function tableToMarkdown(table: HtmlElement, textOf: (cell: HtmlElement) => string): string {
  const { rows, heads } = gridOf(table, textOf)
  const filled = rows.map((row, y) => ({ row, isHead: heads[y] === true })).filter(({ row }) => row.some(Boolean))
  if (filled.length === 0) return ''
  const width = Math.max(...filled.map(({ row }) => row.length))
  const headRows = filled.findIndex(({ isHead }) => !isHead)
  const count = headRows === -1 ? 1 : headRows
  const hasRowHeaders = table.querySelector('td') !== null && table.querySelector('th') !== null
  // Without header cells, the first row mostly names the columns; where each row has its own header, it does not.
  const head = count > 0 ? filled.slice(0, count) : hasRowHeaders ? [] : filled.slice(0, 1)
  const body = filled.slice(head.length).map(({ row }) => row)
  const caption = [...table.childNodes].filter(isElement).find(({ localName }) => localName === 'caption')
  const title = caption ? textOf(caption) : ''
  const grid = markdownTable(
    mergedHead(
      head.map(({ row }) => row),
      width,
    ),
    body,
  )
  return title === '' ? grid : `**${title.replaceAll('*', '')}**\n\n${grid}`
}
