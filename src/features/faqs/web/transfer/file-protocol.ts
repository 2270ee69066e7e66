import type { ImportChoices, RowResult } from '../../domain/transfer/import-file.ts'

/** Messages to the worker that reads a file. */
export type FileRequest =
  | { kind: 'read'; file: File }
  | { kind: 'headed'; headed: boolean }
  | { kind: 'plan'; choices: ImportChoices }
  | { kind: 'batch'; from: number }
  | { kind: 'questions'; from: number; count: number }
  | { kind: 'report'; results: readonly RowResult[] }

export interface FileReply {
  id: number
  result?: unknown
  refusal?: string
}
