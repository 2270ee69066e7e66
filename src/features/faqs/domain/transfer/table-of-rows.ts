import {
  distinctNames,
  FILE_MOST_COLUMNS,
  FILE_MOST_ROWS,
  type FileFormat,
  FileRefusal,
  type FileRow,
  type FileTable,
  tooManyRows,
} from './file-table.ts'

/**
 * Gives every row as many cells as there are columns. A row that has more says so instead of losing them.
 * @param names of the columns, or null where the file has none
 * @throws FileRefusal when there is no row, or too many
 */
export function tableOf(format: FileFormat, names: string[] | null, rows: FileRow[]): FileTable {
  if (rows.length > FILE_MOST_ROWS) throw tooManyRows()
  if (rows.length === 0) throw new FileRefusal('There are names of columns in this file, but no rows to import.')
  const usual = names ?? rows.find((row) => !row.problem)?.cells ?? rows[0]?.cells ?? []
  const width = Math.min(usual.length, FILE_MOST_COLUMNS)
  const columns = distinctNames(names ? usual.slice(0, width) : Array.from({ length: width }, () => ''))
  return { format, columns, rows: rows.map((row) => fitted(row, width)), headed: names !== null }
}

function fitted(row: FileRow, width: number): FileRow {
  if (row.problem || row.cells.length === width) return row
  if (row.cells.slice(width).some((cell) => cell.trim()))
    return { ...row, problem: 'This row has more cells than there are columns. A text may lack quotation marks.' }
  return { ...row, cells: Array.from({ length: width }, (_, index) => row.cells[index] ?? '') }
}
