import { normalizeQuestion } from '../../../../kernel/text.ts'
import type { FaqStatus, OnDuplicate } from '../../contract.ts'
import { FileRefusal, type FileTable } from './file-table.ts'
import { type ColumnMapping, guessColumns } from './guess-columns.ts'
import { type PreparedRow, prepareRow, rowOrder } from './import-rows.ts'
import { readFile } from './read-file.ts'
import { csvLine } from './write-file.ts'

/** Options for converting the rows of a file to FAQs. */
export interface ImportChoices {
  mapping: ColumnMapping
  /** Default for rows without a value. */
  status: FaqStatus
  onDuplicate: OnDuplicate
}

export interface FileSummary {
  format: FileTable['format']
  headed: boolean
  rows: number
  columns: { name: string; samples: string[] }[]
  guessed: ColumnMapping
}

export interface ImportPlan {
  rows: number
  ready: number
  /** Rows that are ready and repeat the question of one before them. */
  repeated: number
  /** The first rows, in the order in which they will be imported. */
  preview: PreparedRow[]
}

/** Outcome of a row. `refused`: it cannot be imported as it is; `unsent`: the import ended before it. */
export interface RowResult {
  row: number
  line: number
  question: string
  outcome: 'created' | 'updated' | 'skipped' | 'refused' | 'unsent'
  code?: string
  reason?: string
  faqId?: string
}

export const PREVIEWED = 50
const SAMPLES_SHOWN = 3
const SAMPLE_CHARACTERS = 120
/** Maximum size of a call: small enough for a fast response and below the request limit. */
const BATCH_ROWS = 200
const BATCH_CHARACTERS = 250_000
const MAX_EXCERPT = 200

/** A file that is being imported: read once, asked for its rows piece by piece. */
export class ImportFile {
  readonly #table: FileTable
  #choices: ImportChoices | null = null
  #order: number[] = []

  /** @throws FileRefusal */
  constructor(fileName: string, fileText: string, isHeaded?: boolean) {
    this.#table = readFile(fileName, fileText, isHeaded)
  }

  summary(): FileSummary {
    const { format, headed, columns, rows } = this.#table
    return {
      format,
      headed,
      rows: rows.length,
      guessed: guessColumns(columns),
      columns: columns.map((columnName, index) => ({
        name: columnName,
        samples: rows
          .slice(0, 200)
          .flatMap((fileRow) =>
            fileRow.problem ? [] : (fileRow.cells[index]?.trim().slice(0, SAMPLE_CHARACTERS) ?? []),
          )
          .filter(Boolean)
          .slice(0, SAMPLES_SHOWN),
      })),
    }
  }

  /** Settles what the columns hold, and says what comes of it. */
  plan(importChoices: ImportChoices): ImportPlan {
    this.#choices = importChoices
    this.#order = rowOrder(this.#table, importChoices.mapping)
    let readyCount = 0
    const questions = new Set<string>()
    const previewRows: PreparedRow[] = []
    for (const rowNumber of this.#order) {
      const prepared = this.#prepared(rowNumber)
      if (!prepared.problem) {
        readyCount++
        questions.add(normalizeQuestion(prepared.question) || String(rowNumber))
      }
      if (previewRows.length < PREVIEWED) previewRows.push(prepared)
    }
    return { rows: this.#order.length, ready: readyCount, repeated: readyCount - questions.size, preview: previewRows }
  }

  /** The next rows from a place in the order on. */
  batch(firstRow: number): PreparedRow[] {
    const batchRows: PreparedRow[] = []
    let characters = 0
    for (const rowNumber of this.#order.slice(firstRow, firstRow + BATCH_ROWS)) {
      const prepared = this.#prepared(rowNumber)
      const { item, question } = prepared
      characters += item && !prepared.problem ? JSON.stringify(item).length : 0
      if (batchRows.length > 0 && characters > BATCH_CHARACTERS) break
      // Refused rows are not sent, since a single broken cell may contain the whole file.
      batchRows.push(
        prepared.problem ? { ...prepared, item: null, question: question.slice(0, MAX_EXCERPT) } : prepared,
      )
    }
    return batchRows
  }

  /** The questions of rows that are ready, from a place in the order on. */
  questions(firstRow: number, rowCount: number): string[] {
    return this.#order.slice(firstRow, firstRow + rowCount).flatMap((rowNumber) => {
      const { problem, question } = this.#prepared(rowNumber)
      return problem ? [] : [question]
    })
  }

  /** A CSV file of all outcomes, with the rows as they were, in the order of the file. */
  report(rowResults: readonly RowResult[]): string {
    const { columns, rows } = this.#table
    const reportLines = [...rowResults]
      .sort((leftResult, rightResult) => leftResult.row - rightResult.row)
      .map(({ row, line, outcome, reason, faqId }) =>
        csvLine([String(line), outcome, reason ?? '', faqId ?? '', ...(rows[row]?.cells ?? [])]),
      )
    return `\uFEFF${csvLine(['Line', 'Outcome', 'Reason', 'FAQ id', ...columns])}${reportLines.join('')}`
  }

  #prepared(rowNumber: number): PreparedRow {
    if (!this.#choices) throw new FileRefusal('Nothing was settled about the columns yet.')
    return prepareRow(this.#table, rowNumber, this.#choices.mapping, this.#choices.status)
  }
}
