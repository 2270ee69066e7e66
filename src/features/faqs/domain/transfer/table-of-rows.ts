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
 * @param columnNames of the columns, or null where the file has none
 * @throws FileRefusal when there is no row, or too many
 */
export function tableOf(fileFormat: FileFormat, columnNames: string[] | null, fileRows: FileRow[]): FileTable {
  if (fileRows.length > FILE_MOST_ROWS) throw tooManyRows()
  if (fileRows.length === 0) throw new FileRefusal('There are names of columns in this file, but no rows to import.')
  const usualCells = columnNames ?? fileRows.find((fileRow) => !fileRow.problem)?.cells ?? fileRows[0]?.cells ?? []
  const tableWidth = Math.min(usualCells.length, FILE_MOST_COLUMNS)
  const distinctColumns = distinctNames(
    columnNames ? usualCells.slice(0, tableWidth) : Array.from({ length: tableWidth }, () => ''),
  )
  return {
    format: fileFormat,
    columns: distinctColumns,
    rows: fileRows.map((fileRow) => fittedRow(fileRow, tableWidth)),
    headed: columnNames !== null,
  }
}

function fittedRow(fileRow: FileRow, tableWidth: number): FileRow {
  if (fileRow.problem || fileRow.cells.length === tableWidth) return fileRow
  if (fileRow.cells.slice(tableWidth).some((cellText) => cellText.trim()))
    return { ...fileRow, problem: 'This row has more cells than there are columns. A text may lack quotation marks.' }
  return { ...fileRow, cells: Array.from({ length: tableWidth }, (_, index) => fileRow.cells[index] ?? '') }
}
