/** One record of a CSV text. */
export interface CsvRecord {
  cells: string[]
  /** Offset of the next record. */
  next: number
  problem?: string
}

const NEVER_CLOSED = 'A quotation mark opens here and is never closed.'
const CLOSED_EARLY = 'A quotation mark closes in the middle of a cell. Inside quotation marks, write each one twice.'

const ends = new Map<string, RegExp>()
/** Finds the end of a cell that is not quoted. */
function endOfCell(delimiter: string): RegExp {
  let pattern = ends.get(delimiter)
  if (!pattern) {
    pattern = new RegExp(`[${delimiter === '|' ? '\\|' : delimiter}\\r\\n]`, 'g')
    ends.set(delimiter, pattern)
  }
  return pattern
}

function findEnd(text: string, from: number, delimiter: string): number {
  const pattern = endOfCell(delimiter)
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

/** A quoted cell's text and the place behind its closing mark; null where there is none. */
function readQuoted(text: string, from: number): { value: string; end: number } | null {
  let value = ''
  for (let position = from; ; ) {
    const mark = text.indexOf('"', position)
    if (mark < 0) return null
    if (text[mark + 1] !== '"') return { value: value + text.slice(position, mark), end: mark + 1 }
    value += text.slice(position, mark + 1)
    position = mark + 2
  }
}

const behindBreak = (text: string, position: number): number =>
  text[position] === '\r' && text[position + 1] === '\n' ? position + 2 : position + 1

/** Text of the line, split at every delimiter: the best guess for a line with unbalanced quotation marks. */
function brokenLine(text: string, position: number, delimiter: string, problem: string): CsvRecord {
  let end = position
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++
  return { cells: text.slice(position, end).split(delimiter), next: behindBreak(text, end), problem }
}

/**
 * Reads the record that begins at `at` (RFC 4180, and more forgiving: any line break, blanks before and behind quotation
 * marks, marks inside of cells that do not begin with one). Where the marks are broken only this one line is given up, so
 * that the rows that follow are not swallowed.
 */
export function readRecord(text: string, position: number, delimiter: string): CsvRecord {
  const cells: string[] = []
  for (let from = position; ; ) {
    let start = from
    while (text[start] === ' ') start++
    let end: number
    if (text[start] === '"') {
      const quoted = readQuoted(text, start + 1)
      if (!quoted) return brokenLine(text, position, delimiter, NEVER_CLOSED)
      end = findEnd(text, quoted.end, delimiter)
      if (text.slice(quoted.end, end).trim()) return brokenLine(text, position, delimiter, CLOSED_EARLY)
      cells.push(quoted.value)
    } else {
      end = findEnd(text, from, delimiter)
      cells.push(text.slice(from, end))
    }
    if (text[end] !== delimiter || end >= text.length) return { cells, next: behindBreak(text, end) }
    from = end + 1
  }
}
