import { oneLine } from '../../../../../kernel/text.ts'
import { markdownTable } from '../html/html-tables.ts'
import { type CelledLine, tableRows } from './pdf-tables.ts'

/** A piece of text where a PDF puts it; in points, from the lower left corner, turned so that it runs to the right. */
export interface PdfRun {
  text: string
  /** In degrees, by which it was turned. */
  angle: number
  x: number
  y: number
  width: number
  size: number
}
export interface PdfPage {
  height: number
  runs: PdfRun[]
}

interface Line extends CelledLine {
  text: string
  x: number
}

const BULLET = /^\s*[•▪◦‣●○■–·]\s+/
const NUMBERED = /^\s*\d{1,3}[.)]\s/
/** A line of a heading is short; anything longer is text that happens to be large. */
const HEADING_MAX = 150

/** More rows than a page holds. */
const TABLE_ROWS_MAX = 200

/** A gap that parts cells, in sizes of the letters; spaces of justified text are narrower. */
const CELL_GAP = 0.8

interface OpenLine extends Line {
  angle: number
  end: number
}

const beginLine = ({ text, x, y, size, angle, width }: PdfRun): OpenLine => ({
  ...{ text, x, y, size, angle, end: x + width },
  cells: [{ text, x, end: x + width }],
})

/** Adds a run to its line: to the last cell, or behind a wide gap as a cell of its own. */
function addToCells(line: OpenLine, run: PdfRun, isApart: boolean): void {
  const cell = line.cells.at(-1)
  if (!cell || run.text.trim() === '') return
  const end = run.x + run.width
  const gap = run.x - cell.end
  if (gap > line.size * CELL_GAP) line.cells.push({ text: run.text, x: run.x, end })
  else {
    cell.text += isApart || gap > line.size * 0.15 ? ` ${run.text}` : run.text
    cell.end = end
  }
}

/** Runs of one height next to each other are a line, in the order of the file, which is that of reading. */
function linesOf(page: PdfPage): Line[] {
  const lines: OpenLine[] = []
  for (const run of page.runs) {
    const last = lines.at(-1)
    const sameLine =
      last &&
      last.angle === run.angle &&
      Math.abs(last.y - run.y) < Math.max(2, last.size * 0.4) &&
      run.x >= last.end - last.size * 2
    if (!sameLine) {
      if (run.text.trim() !== '') lines.push(beginLine(run))
      continue
    }
    const gap = run.x - last.end
    const apart = gap > last.size * 0.15 && !/\s$/.test(last.text) && !/^\s/.test(run.text)
    addToCells(last, run, /\s$/.test(last.text))
    last.text += apart ? ` ${run.text}` : run.text
    last.end = run.x + run.width
    if (run.text.trim().length > 2) last.size = Math.max(last.size, run.size)
  }
  return lines.map(({ end: _end, angle: _angle, ...line }) => ({
    ...line,
    text: oneLine(line.text),
    cells: line.cells.map((cell) => ({ ...cell, text: oneLine(cell.text) })),
  }))
}

/** The size in which most of the text is set. */
function bodySize(pages: Line[][]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of pages.flat()) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 0
}

/** Larger sizes in their order are the levels of headings, three at most. */
function levels(pages: Line[][], body: number): Map<number, number> {
  const larger = new Set(pages.flat().flatMap(({ size }) => (size >= body * 1.12 ? [size] : [])))
  return new Map([...larger].sort((left, right) => right - left).map((size, index) => [size, Math.min(index + 1, 3)]))
}

const shape = (text: string): string => text.replace(/\d+/g, '#').toLowerCase()

/** In the outermost twelfth of the page, above or below. */
const atEdge = (line: Line, { height }: PdfPage): boolean => line.y > height * 0.917 || line.y < height * 0.083

/** A number alone, or with the word for a page and the number of pages. */
const PAGE_NUMBER = /^[^\p{L}]*(?:\p{L}{1,9}\.?\s*)?#(?:\s*(?:\/|\p{L}{1,6}|-|–)\s*#)?[^\p{L}]*$/u

/** Returns true when a line has the number of its page, counted from any number: others differ in what they say. */
function countsPages(lines: { text: string; page: number }[]): boolean {
  const offsets = new Map<number, number>()
  for (const { text, page } of lines)
    for (const number of new Set(text.match(/\d{1,9}/g)))
      offsets.set(Number(number) - page, (offsets.get(Number(number) - page) ?? 0) + 1)
  return Math.max(0, ...offsets.values()) >= lines.length * 0.8
}

/**
 * Lines at a page's edge that most pages repeat, alike or with the number of the page: headers and footers, of which
 * the first is kept, and page numbers, of which none is.
 */
function repeatedLines(pages: { page: PdfPage; lines: Line[] }[]): Set<Line> {
  const found = new Map<string, { line: Line; text: string; page: number }[]>()
  for (const [index, { page, lines }] of pages.entries())
    for (const line of lines)
      if (atEdge(line, page)) {
        const key = shape(line.text)
        found.set(key, [...(found.get(key) ?? []), { line, text: line.text, page: index }])
      }
  const often = Math.max(3, pages.length * 0.5)
  return new Set(
    [...found].flatMap(([key, lines]) => {
      if (new Set(lines.map(({ page }) => page)).size < often) return []
      const texts = new Set(lines.map(({ text }) => text))
      if (key.includes('#') && texts.size > 1 && !countsPages(lines)) return []
      return lines.slice(PAGE_NUMBER.test(key) ? 0 : 1).map(({ line }) => line)
    }),
  )
}

function join(before: string, next: string): string {
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(next)) return before.slice(0, -1) + next
  return `${before} ${next}`
}

function pageText(lines: Line[], body: number, headings: Map<number, number>): string {
  const out: string[] = []
  let last: { kind: 'heading' | 'item' | 'text' | 'table'; line: Line; level: number } | null = null
  let rowsLeft = 0
  for (const [at, line] of lines.entries()) {
    if (rowsLeft > 0) {
      rowsLeft--
      last = { kind: 'table', line, level: 0 }
      continue
    }
    const [head, ...rows] = tableRows(lines.slice(at, at + TABLE_ROWS_MAX))
    if (head) {
      out.push(markdownTable(head, rows))
      rowsLeft = rows.length
      last = { kind: 'table', line, level: 0 }
      continue
    }
    const level = line.text.length <= HEADING_MAX && /\p{L}/u.test(line.text) ? (headings.get(line.size) ?? 0) : 0
    const item = BULLET.test(line.text) || NUMBERED.test(line.text)
    const kind = level > 0 ? 'heading' : item ? 'item' : 'text'
    const gap: number = last ? last.line.y - line.y : Number.POSITIVE_INFINITY
    const near = gap > 0 && gap < Math.max(line.size, body) * 1.75
    const text = kind === 'item' ? line.text.replace(BULLET, '- ') : line.text
    const goesOn: boolean =
      last !== null &&
      near &&
      ((kind === 'heading' && last.level === level) ||
        (kind === 'text' && last.kind !== 'heading' && last.kind !== 'table'))
    if (goesOn) out[out.length - 1] = join(out.at(-1) ?? '', text)
    else if (kind === 'item' && last?.kind === 'item') out[out.length - 1] += `\n${text}`
    else out.push(kind === 'heading' ? `${'#'.repeat(level)} ${text}` : text)
    last = { kind: goesOn && last ? last.kind : kind, line, level }
  }
  return out.join('\n\n')
}

/** Each page as Markdown: paragraphs, lists and headings, without what only repeats. '' for a page without text. */
export function pdfPagesToText(pages: PdfPage[]): string[] {
  const lined = pages.map((page) => ({ page, lines: linesOf(page) }))
  const repeated = repeatedLines(lined)
  const kept = lined.map(({ lines }) => lines.filter((line) => !repeated.has(line)))
  const body = bodySize(kept)
  const headings = levels(kept, body)
  return kept.map((lines) => pageText(lines, body, headings))
}
