import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type ReadOrigin, type Tx, workspaceTransaction } from '../../../../platform/db/index.ts'
import { runInSlices } from '../../../../platform/jobs/index.ts'
import type { MemoryIndex } from '../../domain/memory-index/memory-index.ts'
import { VectorIndex } from '../../domain/semantic/vector-index.ts'
import { readVectors, type ServedEmbeddings, servedEmbeddings } from './embeddings.queries.ts'

/** Bytes of all indexes together; the one in use stays even if it alone is larger. */
const MAX_BYTES = 128 * 2 ** 20
/** Milliseconds that a search waits for vectors before it uses those there are. */
const WAIT_MS = 1_000
/** Entries per read. */
const BATCH_SIZE = 500

/** The state of a workspace's vectors that a question is compared with. */
export type VectorState = Pick<ServedEmbeddings, 'model' | 'version'>

interface Loaded {
  model: string
  version: string
  /** Null while no entry has a vector. */
  vectors: VectorIndex | null
}

interface VectorWorkspace {
  id: string
  readOrigin: ReadOrigin | null
}

/** The vectors of workspaces in memory, loaded by the first question and updated when there are more. */
export class VectorIndexes {
  readonly #db: Database
  readonly #maxBytes: number
  /** The least recently used first. */
  readonly #loaded = new Map<string, Loaded>()
  readonly #updates = new Map<string, Promise<void>>()

  constructor(db: Database, maxBytes: number = MAX_BYTES) {
    this.#db = db
    this.#maxBytes = maxBytes
  }

  /**
   * Returns the vectors of the entries in an index; null where they are not loaded within a second, or there are none.
   * Must not be called inside a transaction. Throws the errors of the database during a load.
   */
  async get(workspace: VectorWorkspace, state: VectorState, index: MemoryIndex): Promise<VectorIndex | null> {
    const { id: workspaceId } = workspace
    const known = this.#loaded.get(workspaceId)
    if (known?.model !== state.model || known.version !== state.version) {
      const update = this.#updates.get(workspaceId) ?? this.#start(workspace, state, index)
      await Promise.race([update, pause(WAIT_MS, undefined, { ref: false })])
    }
    const loaded = this.#loaded.get(workspaceId)
    if (loaded?.model !== state.model) return null
    this.#loaded.delete(workspaceId)
    this.#loaded.set(workspaceId, loaded)
    return loaded.vectors
  }

  #start(workspace: VectorWorkspace, state: VectorState, index: MemoryIndex): Promise<void> {
    const update = this.#update(workspace, state, index).finally(() => this.#updates.delete(workspace.id))
    this.#updates.set(workspace.id, update)
    // A search that no longer waits must not make its failure an unhandled one.
    update.catch(() => {})
    return update
  }

  async #update(
    { id: workspaceId, readOrigin }: VectorWorkspace,
    { model, version: asked }: VectorState,
    index: MemoryIndex,
  ): Promise<void> {
    const origin = readOrigin?.isReplica ? { isReplica: true } : null
    const read = <T>(work: (transaction: Tx) => Promise<T>) =>
      workspaceTransaction(this.#db, { workspaceId, userId: null }, work, 'read', origin)
    const known = this.#loaded.get(workspaceId)
    let vectors = known?.model === model ? known.vectors : null
    for (const entryNo of vectors?.entryNumbers ?? []) if (!index.has(entryNo)) vectors?.remove(entryNo)
    const missing = Array.from(index.numbers).filter((entryNo) => !vectors?.has(entryNo))
    // The replica may have fewer vectors than the version that was asked for.
    const served = origin && (await read((transaction) => servedEmbeddings(transaction, workspaceId)))
    const version = served?.model === model ? served.version : asked
    for (let position = 0; position < missing.length; position += BATCH_SIZE) {
      const batch = missing.slice(position, position + BATCH_SIZE)
      const rows = await read((transaction) => readVectors(transaction, workspaceId, model, batch))
      const [first] = rows
      if (first && vectors?.dimensions !== first.dimensions) vectors = new VectorIndex(first.dimensions)
      await runInSlices(rows, (row) => {
        if (row.vectors && row.dimensions === vectors?.dimensions)
          vectors.add(Number(row.entry_no), row.chunk_id, row.vectors)
      })
    }
    this.#loaded.delete(workspaceId)
    this.#loaded.set(workspaceId, { model, version, vectors })
    this.#evictOthers(workspaceId)
  }

  #evictOthers(workspaceId: string): void {
    let bytes = 0
    for (const { vectors } of this.#loaded.values()) bytes += vectors?.bytes ?? 0
    for (const [other, { vectors }] of this.#loaded) {
      if (bytes <= this.#maxBytes) return
      if (other === workspaceId) continue
      this.#loaded.delete(other)
      bytes -= vectors?.bytes ?? 0
    }
  }
}

const indexesByDatabase = new WeakMap<Database, VectorIndexes>()

/** The vectors of this process. */
export function vectorIndexesOf(db: Database): VectorIndexes {
  const indexes = indexesByDatabase.get(db) ?? new VectorIndexes(db)
  indexesByDatabase.set(db, indexes)
  return indexes
}
