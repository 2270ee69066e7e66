import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { IndexEntry } from '../domain/entry.ts'
import { type PreparedEntry, prepareEntry } from '../domain/rank/prepared.ts'
import { list, rowsOf } from './statements.ts'

/**
 * Prepared entries, the least recently used dropped first. An entry number never changes its text and is never given
 * twice, so nothing here can be stale; whether it is still there, its postings say.
 */
class EntryCache {
  readonly #entries = new Map<string, PreparedEntry>()
  readonly #capacity: number
  #tokens = 0

  /** `capacity`: tokens of all entries together; one costs about 15 bytes. */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: string): PreparedEntry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  put(key: string, entry: PreparedEntry): void {
    if (this.#entries.has(key)) return
    this.#entries.set(key, entry)
    this.#tokens += sizeOf(entry)
    for (const [oldest, dropped] of this.#entries) {
      if (this.#tokens <= this.#capacity) return
      this.#entries.delete(oldest)
      this.#tokens -= sizeOf(dropped)
    }
  }
}

const sizeOf = ({ lengths }: PreparedEntry): number => 20 + lengths.question + lengths.alternatives + lengths.body

const cache = new EntryCache(2_000_000)

export interface NumberedEntry {
  entry_no: number
  /** Tokenizes it unless that was done before; the result is not cached. */
  prepared: () => PreparedEntry
}

/** The entries with these numbers, in their order, without those that are gone; reads what is not in memory. */
export async function loadEntries(
  transaction: Tx,
  workspaceId: string,
  entryNumbers: number[],
): Promise<PreparedEntry[]> {
  const loaded = await readNumbered(transaction, workspaceId, entryNumbers)
  return loaded.map(({ entry_no, prepared }) => {
    const entry = prepared()
    cache.put(`${workspaceId} ${entry_no}`, entry)
    return entry
  })
}

/** The same, for who keeps them itself. */
export async function readNumbered(
  transaction: Tx,
  workspaceId: string,
  entryNumbers: number[],
): Promise<NumberedEntry[]> {
  const known = new Map<number, () => PreparedEntry>()
  for (const entryNo of entryNumbers) {
    const entry = cache.get(`${workspaceId} ${entryNo}`)
    if (entry) known.set(entryNo, () => entry)
  }
  const missing = entryNumbers.filter((entryNo) => !known.has(entryNo))
  if (missing.length) {
    const rows = await rowsOf<IndexEntry & { entry_no: string }>(
      transaction,
      sql`select e.* from unnest(${list(missing)}::bigint[]) asked(entry_no) cross join lateral (
            select entry_no, chunk_id, kind, source_id, language, question, alternatives, body from search_entries
            where workspace_id = ${workspaceId}::uuid and entry_no = asked.entry_no offset 0) e`,
    )
    for (const { entry_no, ...entry } of rows) known.set(Number(entry_no), () => prepareEntry(entry))
  }
  return entryNumbers.flatMap((entry_no) => {
    const prepared = known.get(entry_no)
    return prepared ? [{ entry_no, prepared }] : []
  })
}
