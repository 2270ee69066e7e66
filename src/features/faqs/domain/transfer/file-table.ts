/** A file of FAQs as rows and columns, whatever its format. */
export interface FileTable {
  format: FileFormat
  /** What the columns are called; no two alike. */
  columns: string[]
  rows: FileRow[]
  /** Whether the first row of the file seems to name the columns; always true of formats that name them anyway. */
  headed: boolean
}

export type FileFormat = 'csv' | 'json' | 'markdown'

export interface FileRow {
  /** Where it begins: the line of a text, counted from 1, or the number of the entry in JSON. */
  line: number
  cells: string[]
  /** Why it cannot be told what its cells are. Such a row is never imported, and what could be read of it is kept. */
  problem?: string
}

/** More rows than anybody keeps FAQs: the file is then something else, or should be cut in parts. */
export const FILE_MOST_ROWS = 100_000
export const FILE_MOST_BYTES = 100 * 1024 * 1024
/** Columns beyond these are not offered. */
export const FILE_MOST_COLUMNS = 200

/** A file that holds nothing to import; the message is a sentence for the person who chose it. */
export class FileRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FileRefusal'
  }
}

export const tooManyRows = () =>
  new FileRefusal(
    `This file has more than ${FILE_MOST_ROWS.toLocaleString('en')} rows. Nothing was imported. Please cut it into smaller files.`,
  )

/** Tells columns with the same name apart: «Answer», «Answer (2)». A column without a name gets its number. */
export function distinctNames(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((given, i) => {
    const name = given.trim() || `Column ${i + 1}`
    let distinct = name
    for (let n = 2; taken.has(distinct); n++) distinct = `${name} (${n})`
    taken.add(distinct)
    return distinct
  })
}
