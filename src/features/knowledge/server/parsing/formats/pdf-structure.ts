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

interface TextLine extends CelledLine {
  text: string
  x: number
}

const BULLET_START = /^\s*[•▪◦‣●○■–·]\s+/
const NUMBERED_START = /^\s*\d{1,3}[.)]\s/
/** A line of a heading is short; anything longer is text that happens to be large. */
const MAX_HEADING_LENGTH = 150

/** More rows than a page holds. */
const MAX_TABLE_ROWS = 200

/** A gap that parts cells, in sizes of the letters; spaces of justified text are narrower. */
const CELL_GAP = 0.8

interface OpenLine extends TextLine {
  angle: number
  end: number
}

const beginLine = ({ text, x, y, size, angle, width }: PdfRun): OpenLine => ({
  ...{ text, x, y, size, angle, end: x + width },
  cells: [{ text, x, end: x + width }],
})

/** Adds a run to its line: to the last cell, or behind a wide gap as a cell of its own. */
function addToCells(openLine: OpenLine, pdfRun: PdfRun, isApart: boolean): void {
  const lastCell = openLine.cells.at(-1)
  if (!lastCell || pdfRun.text.trim() === '') return
  const end = pdfRun.x + pdfRun.width
  const cellGap = pdfRun.x - lastCell.end
  if (cellGap > openLine.size * CELL_GAP) openLine.cells.push({ text: pdfRun.text, x: pdfRun.x, end })
  else {
    lastCell.text += isApart || cellGap > openLine.size * 0.15 ? ` ${pdfRun.text}` : pdfRun.text
    lastCell.end = end
  }
}

/** Runs of one height next to each other are a line, in the order of the file, which is that of reading. */
function readLines(pdfPage: PdfPage): TextLine[] {
  const openLines: OpenLine[] = []
  for (const pdfRun of pdfPage.runs) {
    const lastLine = openLines.at(-1)
    const isSameLine =
      lastLine &&
      lastLine.angle === pdfRun.angle &&
      Math.abs(lastLine.y - pdfRun.y) < Math.max(2, lastLine.size * 0.4) &&
      pdfRun.x >= lastLine.end - lastLine.size * 2
    if (!isSameLine) {
      if (pdfRun.text.trim() !== '') openLines.push(beginLine(pdfRun))
      continue
    }
    const runGap = pdfRun.x - lastLine.end
    const needsSpace = runGap > lastLine.size * 0.15 && !/\s$/.test(lastLine.text) && !/^\s/.test(pdfRun.text)
    addToCells(lastLine, pdfRun, /\s$/.test(lastLine.text))
    lastLine.text += needsSpace ? ` ${pdfRun.text}` : pdfRun.text
    lastLine.end = pdfRun.x + pdfRun.width
    if (pdfRun.text.trim().length > 2) lastLine.size = Math.max(lastLine.size, pdfRun.size)
  }
  return openLines.map(({ end: _end, angle: _angle, ...line }) => ({
    ...line,
    text: oneLine(line.text),
    cells: line.cells.map((cell) => ({ ...cell, text: oneLine(cell.text) })),
  }))
}

/** The size in which most of the text is set. */
function bodySize(pageLines: TextLine[][]): number {
  const lettersBySize = new Map<number, number>()
  for (const { size, text } of pageLines.flat()) lettersBySize.set(size, (lettersBySize.get(size) ?? 0) + text.length)
  return [...lettersBySize].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 0
}

/** Larger sizes in their order are the levels of headings, three at most. */
function headingLevels(pageLines: TextLine[][], textSize: number): Map<number, number> {
  const largerSizes = new Set(pageLines.flat().flatMap(({ size }) => (size >= textSize * 1.12 ? [size] : [])))
  return new Map(
    [...largerSizes].sort((left, right) => right - left).map((size, sizeIndex) => [size, Math.min(sizeIndex + 1, 3)]),
  )
}

const lineShape = (lineText: string): string => lineText.replace(/\d+/g, '#').toLowerCase()

/** In the outermost twelfth of the page, above or below. */
const isAtEdge = (textLine: TextLine, { height }: PdfPage): boolean =>
  textLine.y > height * 0.917 || textLine.y < height * 0.083

/** A number alone, or with the word for a page and the number of pages. */
const PAGE_NUMBER = /^[^\p{L}]*(?:\p{L}{1,9}\.?\s*)?#(?:\s*(?:\/|\p{L}{1,6}|-|–)\s*#)?[^\p{L}]*$/u

/** Returns true when a line has the number of its page, counted from any number: others differ in what they say. */
function containsPageNumber(lines: { text: string; page: number }[]): boolean {
  const offsetCounts = new Map<number, number>()
  for (const { text, page } of lines)
    for (const numberText of new Set(text.match(/\d{1,9}/g)))
      offsetCounts.set(Number(numberText) - page, (offsetCounts.get(Number(numberText) - page) ?? 0) + 1)
  return Math.max(0, ...offsetCounts.values()) >= lines.length * 0.8
}

/**
 * Lines at a page's edge that most pages repeat, alike or with the number of the page: headers and footers, of which
 * the first is kept, and page numbers, of which none is.
 */
function repeatedLines(pages: { page: PdfPage; lines: TextLine[] }[]): Set<TextLine> {
  const linesByShape = new Map<string, { line: TextLine; text: string; page: number }[]>()
  for (const [index, { page, lines }] of pages.entries())
    for (const textLine of lines)
      if (isAtEdge(textLine, page)) {
        const shapeKey = lineShape(textLine.text)
        linesByShape.set(shapeKey, [
          ...(linesByShape.get(shapeKey) ?? []),
          { line: textLine, text: textLine.text, page: index },
        ])
      }
  const minPages = Math.max(3, pages.length * 0.5)
  return new Set(
    [...linesByShape].flatMap(([key, lines]) => {
      if (new Set(lines.map(({ page }) => page)).size < minPages) return []
      const distinctTexts = new Set(lines.map(({ text }) => text))
      if (key.includes('#') && distinctTexts.size > 1 && !containsPageNumber(lines)) return []
      return lines.slice(PAGE_NUMBER.test(key) ? 0 : 1).map(({ line }) => line)
    }),
  )
}

function joinLines(previousText: string, nextText: string): string {
  if (/\p{L}-$/u.test(previousText) && /^\p{Ll}/u.test(nextText)) return previousText.slice(0, -1) + nextText
  return `${previousText} ${nextText}`
}

function pageText(lines: TextLine[], textSize: number, levelsBySize: Map<number, number>): string {
  const pageBlocks: string[] = []
  let lastBlock: { kind: 'heading' | 'item' | 'text' | 'table'; line: TextLine; level: number } | null = null
  let remainingRows = 0
  for (const [at, line] of lines.entries()) {
    if (remainingRows > 0) {
      remainingRows--
      lastBlock = { kind: 'table', line, level: 0 }
      continue
    }
    const [head, ...rows] = tableRows(lines.slice(at, at + MAX_TABLE_ROWS))
    if (head) {
      pageBlocks.push(markdownTable(head, rows))
      remainingRows = rows.length
      lastBlock = { kind: 'table', line, level: 0 }
      continue
    }
    const level =
      line.text.length <= MAX_HEADING_LENGTH && /\p{L}/u.test(line.text) ? (levelsBySize.get(line.size) ?? 0) : 0
    const isListItem = BULLET_START.test(line.text) || NUMBERED_START.test(line.text)
    const kind = level > 0 ? 'heading' : isListItem ? 'item' : 'text'
    const lineGap: number = lastBlock ? lastBlock.line.y - line.y : Number.POSITIVE_INFINITY
    const isNear = lineGap > 0 && lineGap < Math.max(line.size, textSize) * 1.75
    const lineText = kind === 'item' ? line.text.replace(BULLET_START, '- ') : line.text
    const isContinued: boolean =
      lastBlock !== null &&
      isNear &&
      ((kind === 'heading' && lastBlock.level === level) ||
        (kind === 'text' && lastBlock.kind !== 'heading' && lastBlock.kind !== 'table'))
    if (isContinued) pageBlocks[pageBlocks.length - 1] = joinLines(pageBlocks.at(-1) ?? '', lineText)
    else if (kind === 'item' && lastBlock?.kind === 'item') pageBlocks[pageBlocks.length - 1] += `\n${lineText}`
    else pageBlocks.push(kind === 'heading' ? `${'#'.repeat(level)} ${lineText}` : lineText)
    lastBlock = { kind: isContinued && lastBlock ? lastBlock.kind : kind, line, level }
  }
  return pageBlocks.join('\n\n')
}

/** Each page as Markdown: paragraphs, lists and headings, without what only repeats. '' for a page without text. */
export function pdfPagesToText(pages: PdfPage[]): string[] {
  const pagesWithLines = pages.map((page) => ({ page, lines: readLines(page) }))
  const edgeLines = repeatedLines(pagesWithLines)
  const keptLines = pagesWithLines.map(({ lines }) => lines.filter((line) => !edgeLines.has(line)))
  const textSize = bodySize(keptLines)
  const levelsBySize = headingLevels(keptLines, textSize)
  return keptLines.map((lines) => pageText(lines, textSize, levelsBySize))
}
