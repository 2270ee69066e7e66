import { formatNumber } from '../../../../kernel/format.ts'
/** A file of FAQs as rows and columns, independent of its format. */
export interface FileTable {
  format: FileFormat
  /** Column names, unique. */
  columns: string[]
  rows: FileRow[]
  /** True when the first row seems to contain column names; always true for formats with named columns. */
  headed: boolean
}

export type FileFormat = 'csv' | 'json' | 'markdown'

export interface FileRow {
  /** Start of the row: line of a text, counted from 1, or index of the entry in JSON. */
  line: number
  cells: string[]
  /** Reason why the cells cannot be determined. Such a row is never imported; its readable part is kept. */
  problem?: string
}

/** Maximum number of rows; a larger file is probably something else, or should be split. */
export const FILE_MOST_ROWS = 100_000
export const FILE_MOST_BYTES = 100 * 1024 * 1024
/** Columns beyond these are not offered. */
export const FILE_MOST_COLUMNS = 200

/** A file that holds nothing to import; the message is a sentence for the person who chose it. */
export class FileRefusal extends Error {
  constructor(errorMessage: string) {
    super(errorMessage)
    this.name = 'FileRefusal'
  }
}

export const tooManyRows = () =>
  new FileRefusal(
    `This file has more than ${formatNumber(FILE_MOST_ROWS)} rows. Nothing was imported. Please cut it into smaller files.`,
  )

/** Makes column names unique: "Answer", "Answer (2)". A column without a name gets its number. */
export function distinctNames(columnNames: string[]): string[] {
  const takenNames = new Set<string>()
  return columnNames.map((givenName, index) => {
    const columnName = givenName.trim() || `Column ${index + 1}`
    let distinct = columnName
    for (let suffixNumber = 2; takenNames.has(distinct); suffixNumber++) distinct = `${columnName} (${suffixNumber})`
    takenNames.add(distinct)
    return distinct
  })
}
