/** One record of a CSV text. */
export interface CsvRecord {
  cells: string[]
  /** Offset of the next record. */
  next: number
  problem?: string
}

const NEVER_CLOSED = 'A quotation mark opens here and is never closed.'
const CLOSED_EARLY = 'A quotation mark closes in the middle of a cell. Inside quotation marks, write each one twice.'

const endPatterns = new Map<string, RegExp>()
/** Finds the end of a cell that is not quoted. */
function endOfCell(delimiter: string): RegExp {
  let endPattern = endPatterns.get(delimiter)
  if (!endPattern) {
    endPattern = new RegExp(`[${delimiter === '|' ? '\\|' : delimiter}\\r\\n]`, 'g')
    endPatterns.set(delimiter, endPattern)
  }
  return endPattern
}

function findCellEnd(csvText: string, cellStart: number, delimiter: string): number {
  const endPattern = endOfCell(delimiter)
  endPattern.lastIndex = cellStart
  return endPattern.exec(csvText)?.index ?? csvText.length
}

/** A quoted cell's text and the place behind its closing mark; null where there is none. */
function readQuoted(csvText: string, cellStart: number): { value: string; end: number } | null {
  let quotedValue = ''
  for (let position = cellStart; ; ) {
    const quoteIndex = csvText.indexOf('"', position)
    if (quoteIndex < 0) return null
    if (csvText[quoteIndex + 1] !== '"')
      return { value: quotedValue + csvText.slice(position, quoteIndex), end: quoteIndex + 1 }
    quotedValue += csvText.slice(position, quoteIndex + 1)
    position = quoteIndex + 2
  }
}

const behindBreak = (csvText: string, position: number): number =>
  csvText[position] === '\r' && csvText[position + 1] === '\n' ? position + 2 : position + 1

/** Text of the line, split at every delimiter: the best guess for a line with unbalanced quotation marks. */
function brokenLine(csvText: string, position: number, delimiter: string, recordProblem: string): CsvRecord {
  let lineEnd = position
  while (lineEnd < csvText.length && csvText[lineEnd] !== '\n' && csvText[lineEnd] !== '\r') lineEnd++
  return {
    cells: csvText.slice(position, lineEnd).split(delimiter),
    next: behindBreak(csvText, lineEnd),
    problem: recordProblem,
  }
}

/**
 * Reads the record that begins at `at` (RFC 4180, and more forgiving: any line break, blanks before and behind quotation
 * marks, marks inside of cells that do not begin with one). Where the marks are broken only this one line is given up, so
 * that the rows that follow are not swallowed.
 */
export function readRecord(csvText: string, position: number, delimiter: string): CsvRecord {
  const recordCells: string[] = []
  for (let cellStart = position; ; ) {
    let valueStart = cellStart
    while (csvText[valueStart] === ' ') valueStart++
    let cellEnd: number
    if (csvText[valueStart] === '"') {
      const quotedCell = readQuoted(csvText, valueStart + 1)
      if (!quotedCell) return brokenLine(csvText, position, delimiter, NEVER_CLOSED)
      cellEnd = findCellEnd(csvText, quotedCell.end, delimiter)
      if (csvText.slice(quotedCell.end, cellEnd).trim()) return brokenLine(csvText, position, delimiter, CLOSED_EARLY)
      recordCells.push(quotedCell.value)
    } else {
      cellEnd = findCellEnd(csvText, cellStart, delimiter)
      recordCells.push(csvText.slice(cellStart, cellEnd))
    }
    if (csvText[cellEnd] !== delimiter || cellEnd >= csvText.length)
      return { cells: recordCells, next: behindBreak(csvText, cellEnd) }
    cellStart = cellEnd + 1
  }
}
