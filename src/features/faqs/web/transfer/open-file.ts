import { FileRefusal } from '../../domain/transfer/file-table.ts'
import type { FileSummary, ImportChoices, ImportPlan, RowResult } from '../../domain/transfer/import-file.ts'
import type { PreparedRow } from '../../domain/transfer/import-rows.ts'
import type { FileReply, FileRequest } from './file-protocol.ts'

/** A file in the thread that reads it. Every call may throw a FileRefusal with a sentence for the person. */
export class OpenFile {
  readonly name: string
  /** Fingerprint for recognizing the same file later. */
  readonly fingerprint: string
  readonly #worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0

  constructor(file: File) {
    this.name = file.name
    this.fingerprint = `${file.name}:${file.size}:${file.lastModified}`
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FileReply>) => {
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if (data.refusal === undefined) waiting?.resolve(data.result)
      else waiting?.reject(new FileRefusal(data.refusal))
    })
    // Out of memory, or the script could not be loaded.
    this.#worker.addEventListener('error', () => {
      for (const { reject } of this.#waiting.values())
        reject(new FileRefusal('This file could not be read. Is it too large for this device?'))
      this.#waiting.clear()
    })
  }

  #ask<Result>(request: FileRequest): Promise<Result> {
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(++this.#last, waiting)
    this.#worker.postMessage({ id: this.#last, request })
    return waiting.promise as Promise<Result>
  }

  read = (file: File) => this.#ask<FileSummary>({ kind: 'read', file })
  /** Reads it again, with its first row as names or as content. */
  withHead = (headed: boolean) => this.#ask<FileSummary>({ kind: 'headed', headed })
  plan = (choices: ImportChoices) => this.#ask<ImportPlan>({ kind: 'plan', choices })
  batch = (from: number) => this.#ask<PreparedRow[]>({ kind: 'batch', from })
  questions = (from: number, count: number) => this.#ask<string[]>({ kind: 'questions', from, count })
  report = (results: readonly RowResult[]) => this.#ask<string>({ kind: 'report', results })

  close(): void {
    this.#worker.terminate()
  }
}
