import { useSyncExternalStore } from 'react'
import { newId } from '../../../../kernel/ids.ts'
import { client } from '../../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../../web/api/api-error.ts'
import type { ImportChoices, RowResult } from '../../domain/transfer/import-file.ts'
import type { PreparedRow } from '../../domain/transfer/import-rows.ts'
import type { OpenFile } from './open-file.ts'
import { type RunRecord, writeRecord } from './run-record.ts'

export interface RunState {
  workspaceId: string
  file: OpenFile
  /** `interrupted`: it stopped by itself and can go on. */
  phase: 'running' | 'stopping' | 'interrupted' | 'ended'
  total: number
  done: number
  counts: RunRecord['counts']
  results: RowResult[]
  /** Why it was interrupted. */
  problem: string | null
}

export interface NewRun {
  workspaceId: string
  file: OpenFile
  headed: boolean
  choices: ImportChoices
  total: number
  /** Id of a run that was interrupted by leaving the page, so that created FAQs are not created again. */
  runId?: string
}

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 1000

let state: RunState | null = null
let record: RunRecord | null = null
const listeners = new Set<() => void>()

function set(next: RunState | null): void {
  state = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The import of this browser tab. It lives outside of the page, so that users can visit other pages during the import.
 */
export const useImportRun = (): RunState | null => useSyncExternalStore(subscribe, () => state)

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** Starts an import; `useImportRun` returns its state. */
export function startImport({ workspaceId, file, headed, choices, total, runId = newId() }: NewRun): void {
  const counts = { created: 0, updated: 0, skipped: 0, refused: 0 }
  record = { runId, fileName: file.name, fingerprint: file.fingerprint, headed, choices, total, counts }
  writeRecord(workspaceId, record)
  set({ workspaceId, file, phase: 'running', total, done: 0, counts, results: [], problem: null })
  void work()
}

/** Continues an interrupted import. */
export function continueImport(): void {
  if (state?.phase !== 'interrupted') return
  set({ ...state, phase: 'running', problem: null })
  void work()
}

/** Ends the import after the rows that are on their way; those that follow are not imported. */
export function stopImport(): void {
  if (state?.phase === 'running') set({ ...state, phase: 'stopping' })
  else if (state?.phase === 'interrupted') void finish()
}

/** Forgets an import that has ended. */
export function closeImport(): void {
  if (state?.phase !== 'ended') return
  state.file.close()
  set(null)
}

async function work(): Promise<void> {
  addEventListener('beforeunload', askBeforeLeaving)
  try {
    while (state?.phase === 'running' && state.done < state.total) {
      const rows = await state.file.batch(state.done)
      take(rows, await send(state.workspaceId, rows))
    }
    await finish()
  } catch (error) {
    if (state) set({ ...state, phase: 'interrupted', problem: messageOf(error) })
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving)
  }
}

type ImportResult = Omit<RowResult, 'row' | 'line' | 'question'>
type Sent = Map<number, ImportResult>

/** Sends the rows that are ready; safe to repeat, so a lost answer is asked for again. */
async function send(workspaceId: string, rows: PreparedRow[]): Promise<Sent> {
  const ready = rows.filter(({ item, problem }) => item && !problem)
  if (ready.length === 0 || !record) return new Map()
  const input = {
    items: ready.map(({ item }) => item),
    on_duplicate: record.choices.onDuplicate,
    run: { id: record.runId, numbers: ready.map(({ row }) => row) },
  }
  const out = await withRetries(() => client.faqs.import(input, { context: { workspaceId } }))
  const reasons = new Map(out.failed.map(({ index, code, message }) => [index, { code, reason: message }]))
  const warnings = new Map(out.warnings.map(({ index, question }) => [index, `The question exists: ${question}`]))
  const resultOf = (index: number): ImportResult => {
    const outcome = out.outcomes[index] ?? 'failed'
    const faqId = out.ids[index] ?? undefined
    if (outcome === 'failed') return { outcome: 'refused', ...reasons.get(index) }
    if (outcome === 'skipped') return { outcome, faqId, reason: 'A FAQ with this question already exists.' }
    return { outcome, faqId, reason: warnings.get(index) }
  }
  return new Map(ready.map(({ row }, index) => [row, resultOf(index)]))
}

async function withRetries<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const retry = error instanceof ApiError && (error.temporary || error.kind === 'limit') && attempt < ATTEMPTS
      const wait = error instanceof ApiError ? Number(error.details?.retry_after ?? 0) * 1000 : 0
      if (!retry || (error.kind === 'limit' && !wait)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait || FIRST_PAUSE_MS * 2 ** (attempt - 1)))
    }
  }
}

function take(rows: PreparedRow[], sent: Sent): void {
  if (!state || !record) return
  const counts = { ...state.counts }
  const results = rows.map(({ row, line, question, problem }): RowResult => {
    const result = sent.get(row) ?? {
      outcome: 'refused' as const,
      reason: problem ?? 'The server returned no result for this row.',
    }
    if (result.outcome !== 'unsent') counts[result.outcome]++
    return { row, line, question, ...result }
  })
  record = { ...record, counts }
  writeRecord(state.workspaceId, record)
  set({ ...state, counts, done: state.done + rows.length, results: [...state.results, ...results] })
}

/** Says of the rows that were not reached that they were not, and forgets what was remembered for a reload. */
async function finish(): Promise<void> {
  while (state && state.done < state.total) {
    const rows = await state.file.batch(state.done)
    if (rows.length === 0) break
    const unsent = rows.map(({ row, line, question }) => ({ row, line, question, outcome: 'unsent' as const }))
    set({ ...state, done: state.done + rows.length, results: [...state.results, ...unsent] })
  }
  if (!state) return
  writeRecord(state.workspaceId, null)
  set({ ...state, phase: 'ended' })
}
