import { type CsvRecord, readRecord } from './csv-record.ts'
import { FILE_MOST_ROWS, FileRefusal, type FileRow, type FileTable, tooManyRows } from './file-table.ts'
import { unguardFormula } from './formula-guard.ts'
import { fieldNamed } from './guess-columns.ts'
import { tableOf } from './table-of-rows.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Number of records that are read to detect the delimiter. */
const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_RECORDS = 50
/** Names of columns are short; a longer text in the first row is content. */
const MAX_NAME = 60

const isBlankRecord = ({ cells }: CsvRecord): boolean => cells.every((cellText) => !cellText.trim())

/** The records from `at` on, blank lines left out. */
function* readRecords(csvText: string, delimiter: string, position = 0): Generator<CsvRecord & { line: number }> {
  let lineNumber = 1
  let countedTo = 0
  for (let recordStart = position; recordStart < csvText.length; ) {
    lineNumber += breaksIn(csvText, countedTo, recordStart)
    countedTo = recordStart
    const csvRecord = readRecord(csvText, recordStart, delimiter)
    if (!isBlankRecord(csvRecord)) yield { ...csvRecord, line: lineNumber }
    recordStart = csvRecord.next
  }
}

function breaksIn(csvText: string, startIndex: number, endIndex: number): number {
  let breakCount = 0
  for (let index = startIndex; index < endIndex; index++) {
    const characterCode = csvText.charCodeAt(index)
    if (characterCode === 10 || (characterCode === 13 && csvText.charCodeAt(index + 1) !== 10)) breakCount++
  }
  return breakCount
}

/** The sign that cuts most of the first records into the same number of cells. */
export function delimiterOf(csvText: string): string {
  const sampledText = csvText.slice(0, SAMPLE_CHARACTERS)
  let bestDelimiter = { delimiter: ',', score: 0 }
  for (const delimiter of DELIMITERS) {
    const recordsByCells = new Map<number, number>()
    let recordCount = 0
    for (const { cells } of readRecords(sampledText, delimiter)) {
      recordsByCells.set(cells.length, (recordsByCells.get(cells.length) ?? 0) + 1)
      if (++recordCount === SAMPLE_RECORDS) break
    }
    for (const [cells, times] of recordsByCells) {
      // A delimiter with two cells in every record is more likely than one with ten cells in a single record.
      const delimiterScore = cells > 1 ? times / recordCount + Math.min(cells, 20) / 1000 : 0
      if (delimiterScore > bestDelimiter.score) bestDelimiter = { delimiter, score: delimiterScore }
    }
  }
  return bestDelimiter.delimiter
}

/** Does the first row name the columns? Where nothing is known by name: short, different and no question. */
export function looksLikeHeader(firstCells: string[]): boolean {
  if (firstCells.some((cellText) => fieldNamed(cellText))) return true
  const headerNames = firstCells.map((cellText) => cellText.trim())
  return (
    headerNames.length > 1 &&
    new Set(headerNames).size === headerNames.length &&
    headerNames.every((headerName) => headerName && headerName.length <= MAX_NAME && !/[?？.!]$/u.test(headerName))
  )
}

/**
 * Parses delimited text with any common delimiter.
 * @param isHeaded true when the first row contains column names; detected by default
 * @throws FileRefusal when there is nothing in it, or too much
 */
export function readCsv(wholeText: string, isHeaded?: boolean): FileTable {
  const namedDelimiter = /^sep=(.)(\r\n|\n|\r)/i.exec(wholeText)
  // Excel's line that names the delimiter. Its line breaks are kept, so that line numbers stay correct.
  const csvText = namedDelimiter ? `\n${wholeText.slice(namedDelimiter[0].length)}` : wholeText
  const delimiter = namedDelimiter?.[1] ?? delimiterOf(csvText)
  const fileRows: FileRow[] = []
  for (const { cells, line, problem } of readRecords(csvText, delimiter)) {
    // One for the names of the columns.
    if (fileRows.length > FILE_MOST_ROWS) throw tooManyRows()
    fileRows.push({ line, cells: problem ? cells : cells.map(unguardFormula), ...(problem && { problem }) })
  }
  const [first] = fileRows
  if (!first) throw new FileRefusal('This file is empty. There is nothing to import.')
  const withNames = isHeaded ?? (!first.problem && looksLikeHeader(first.cells))
  return tableOf('csv', withNames ? first.cells : null, withNames ? fileRows.slice(1) : fileRows)
}
