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

const isBlank = ({ cells }: CsvRecord): boolean => cells.every((cell) => !cell.trim())

/** The records from `at` on, blank lines left out. */
function* records(text: string, delimiter: string, position = 0): Generator<CsvRecord & { line: number }> {
  let line = 1
  let counted = 0
  for (let from = position; from < text.length; ) {
    line += breaksIn(text, counted, from)
    counted = from
    const record = readRecord(text, from, delimiter)
    if (!isBlank(record)) yield { ...record, line }
    from = record.next
  }
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0
  for (let index = from; index < to; index++) {
    const code = text.charCodeAt(index)
    if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) count++
  }
  return count
}

/** The sign that cuts most of the first records into the same number of cells. */
export function delimiterOf(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>()
    let total = 0
    for (const { cells } of records(sample, delimiter)) {
      counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
      if (++total === SAMPLE_RECORDS) break
    }
    for (const [cells, times] of counts) {
      // A delimiter with two cells in every record is more likely than one with ten cells in a single record.
      const score = cells > 1 ? times / total + Math.min(cells, 20) / 1000 : 0
      if (score > best.score) best = { delimiter, score }
    }
  }
  return best.delimiter
}

/** Does the first row name the columns? Where nothing is known by name: short, different and no question. */
export function looksLikeHeader(cells: string[]): boolean {
  if (cells.some((cell) => fieldNamed(cell))) return true
  const names = cells.map((cell) => cell.trim())
  return (
    names.length > 1 &&
    new Set(names).size === names.length &&
    names.every((name) => name && name.length <= MAX_NAME && !/[?？.!]$/u.test(name))
  )
}

/**
 * Parses delimited text with any common delimiter.
 * @param headed true when the first row contains column names; detected by default
 * @throws FileRefusal when there is nothing in it, or too much
 */
export function readCsv(whole: string, headed?: boolean): FileTable {
  const named = /^sep=(.)(\r\n|\n|\r)/i.exec(whole)
  // Excel's line that names the delimiter. Its line breaks are kept, so that line numbers stay correct.
  const text = named ? `\n${whole.slice(named[0].length)}` : whole
  const delimiter = named?.[1] ?? delimiterOf(text)
  const rows: FileRow[] = []
  for (const { cells, line, problem } of records(text, delimiter)) {
    // One for the names of the columns.
    if (rows.length > FILE_MOST_ROWS) throw tooManyRows()
    rows.push({ line, cells: problem ? cells : cells.map(unguardFormula), ...(problem && { problem }) })
  }
  const [first] = rows
  if (!first) throw new FileRefusal('This file is empty. There is nothing to import.')
  const withNames = headed ?? (!first.problem && looksLikeHeader(first.cells))
  return tableOf('csv', withNames ? first.cells : null, withNames ? rows.slice(1) : rows)
}
