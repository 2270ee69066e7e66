import os from 'node:os'
import { AppError } from '../../../../kernel/app-error.ts'
import { type Database, type ReadOrigin, type Tx, workspaceTransaction } from '../../../../platform/db/index.ts'
import { runInSlices } from '../../../../platform/jobs/index.ts'
import { changedNumbers } from '../../domain/memory-index/entry-numbers.ts'
import { MAX_ENTRIES, MemoryIndex } from '../../domain/memory-index/memory-index.ts'
import { prepareEntry } from '../../domain/rank/prepared.ts'
import { allEntryNumbers, CHANGES_TRUSTED, changesSince, type IndexState } from './entry-changes.ts'
import { type NumberedEntry, readEntries } from './read-entries.ts'

interface IndexLimits {
  /** Bytes of all indexes together; the index in use stays even if it alone is larger. */
  bytes: number
  /** Age of a state up to which changes are followed, as an interval of the database; older ones are compared whole. */
  trusted: string
  /** Milliseconds that a search waits for a first load. */
  loadMs: number
  /** Milliseconds that a search waits for changes before it uses the content before them. */
  updateMs: number
}

const DEFAULT_LIMITS: IndexLimits = {
  bytes: Math.min(256 * 2 ** 20, os.totalmem() / 8, (process.constrainedMemory() || os.totalmem()) / 8),
  trusted: CHANGES_TRUSTED,
  loadMs: 10_000,
  updateMs: 1_000,
}
/** Entries per read. */
const BATCH_SIZE = 500
/** Removing entries one by one costs more than a new index from this number on, or half of the entries. */
const MAX_REMOVED = 400

interface LoadedIndex {
  index: MemoryIndex
  /** Bytes at the last measurement. */
  bytes: number
  state: IndexState
  /** The content version of which the index has all entries; null during an update. */
  contentVersion: number | null
}

interface Difference {
  state: IndexState
  removed: number[]
  added: number[]
  /** The added entries if they fit into one batch. */
  rows: NumberedEntry[] | null
}

interface RunningUpdate {
  done: Promise<void>
  isFromReplica: boolean
}

interface IndexNeeds {
  /** An update of a loaded index is waited for as long as a first load. */
  waitsForChanges?: boolean
  /** Origin of the content version; null and by default: the primary. */
  readOrigin?: ReadOrigin | null
}

/**
 * Memory indexes of workspaces. An index is loaded by the first search, updated when a search needs a newer content
 * version, and evicted when it is the least recently used. Searches that need the same load or update share it.
 */
export class MemoryIndexes {
  readonly #db: Database
  readonly #limits: IndexLimits
  /** The least recently used first. */
  readonly #loaded = new Map<string, LoadedIndex>()
  readonly #updates = new Map<string, RunningUpdate>()
  #bytes = 0

  constructor(database: Database, changedLimits: Partial<IndexLimits> = {}) {
    this.#db = database
    this.#limits = { ...DEFAULT_LIMITS, ...changedLimits }
  }

  has(workspaceId: string): boolean {
    return this.#loaded.has(workspaceId)
  }

  /**
   * Returns the index with this content version or a newer one. A failed or slow update of a loaded index leaves the
   * content before it, see `hasVersion`. Must not be called inside a transaction, whose connection it may wait for. Throws not_found,
   * unavailable `search.loading`, and the errors of the database during a first load.
   * @param contentVersion null: all that is committed
   */
  async get(workspaceId: string, contentVersion: number | null, indexNeeds: IndexNeeds = {}): Promise<MemoryIndex> {
    const { waitsForChanges = false, readOrigin = null } = indexNeeds
    if (!this.hasVersion(workspaceId, contentVersion)) {
      const { loadMs, updateMs } = this.#limits
      const neededUpdate = this.#updateTo(workspaceId, contentVersion, readOrigin?.isReplica ?? false)
      if (!this.has(workspaceId)) await waitAtMost(loadMs, neededUpdate)
      else await waitAtMost(waitsForChanges ? loadMs : updateMs, neededUpdate).catch(throwUnlessFault)
    }
    const loadedIndex = this.#loaded.get(workspaceId)
    if (!loadedIndex) throw loadingError()
    this.#loaded.delete(workspaceId)
    this.#loaded.set(workspaceId, loadedIndex)
    return loadedIndex.index
  }

  /** True when the index has all entries of this content version or a newer one, and no update is under way. */
  hasVersion(workspaceId: string, contentVersion: number | null): boolean {
    const loadedVersion = this.#loaded.get(workspaceId)?.contentVersion ?? null
    return loadedVersion !== null && contentVersion !== null && loadedVersion >= contentVersion
  }

  /** An update that has already started may have read the content before this version: another one follows it. */
  async #updateTo(workspaceId: string, contentVersion: number | null, isFromReplica: boolean): Promise<void> {
    const runningUpdate = this.#updates.get(workspaceId)
    if (runningUpdate) await runningUpdate.done.catch(() => {})
    if (runningUpdate && this.hasVersion(workspaceId, contentVersion)) return
    const startedUpdate = this.#updates.get(workspaceId)
    // The replica may lack what the primary has.
    if (startedUpdate?.isFromReplica && !isFromReplica) return this.#updateTo(workspaceId, contentVersion, false)
    if (startedUpdate) return startedUpdate.done
    const finishedUpdate = this.#update(workspaceId, isFromReplica).finally(() => this.#updates.delete(workspaceId))
    this.#updates.set(workspaceId, { done: finishedUpdate, isFromReplica })
    return finishedUpdate
  }

  async #update(workspaceId: string, isFromReplica: boolean): Promise<void> {
    const readOrigin = { isReplica: isFromReplica }
    const readWithin = <T>(transactionWork: (transaction: Tx) => Promise<T>) =>
      workspaceTransaction(this.#db, { workspaceId, userId: null }, transactionWork, 'read', readOrigin)
    const loadedIndex = this.#loaded.get(workspaceId)
    let difference = await readWithin((transaction) => this.#difference(transaction, workspaceId, loadedIndex))
    let targetIndex = loadedIndex
    if (targetIndex && difference.removed.length > Math.max(MAX_REMOVED, targetIndex.index.size / 2)) {
      targetIndex = undefined
      difference = await readWithin((transaction) => this.#difference(transaction, workspaceId, undefined))
    }
    targetIndex ??= { index: new MemoryIndex(), bytes: 0, state: difference.state, contentVersion: null }
    targetIndex.contentVersion = null
    const { index } = targetIndex
    try {
      await runInSlices(difference.removed, (entryNo) => index.remove(entryNo))
      for (let position = 0; position < difference.added.length; position += BATCH_SIZE) {
        const numberBatch = difference.added.slice(position, position + BATCH_SIZE)
        const batchRows =
          difference.rows ?? (await readWithin((transaction) => readEntries(transaction, workspaceId, numberBatch)))
        await runInSlices(batchRows, ({ entryNo, entry }) => index.add(entryNo, prepareEntry(entry)))
        this.#measure(workspaceId, targetIndex)
      }
    } catch (error) {
      // The next update of a loaded index continues from what it has.
      if (targetIndex !== this.#loaded.get(workspaceId)) this.#bytes -= targetIndex.bytes
      throw error
    }
    targetIndex.state = difference.state
    targetIndex.contentVersion = difference.state.contentVersion
    if (targetIndex !== this.#loaded.get(workspaceId)) {
      this.#evict(workspaceId)
      this.#loaded.set(workspaceId, targetIndex)
    }
    this.#measure(workspaceId, targetIndex)
  }

  async #difference(transaction: Tx, workspaceId: string, loadedIndex: LoadedIndex | undefined): Promise<Difference> {
    const { index, state: since } = loadedIndex ?? {}
    const entryChanges = since && (await changesSince(transaction, workspaceId, since, this.#limits.trusted))
    const allNumbers = entryChanges ? null : await allEntryNumbers(transaction, workspaceId, MAX_ENTRIES)
    const { removed, added } = entryChanges
      ? {
          removed: changedNumbers(entryChanges.changed, entryChanges.present).removed.filter((entryNo) =>
            index?.has(entryNo),
          ),
          added: Array.from(entryChanges.present).filter((entryNo) => !index?.has(entryNo)),
        }
      : changedNumbers(Float64Array.from(index?.numbers ?? []).sort(), allNumbers!.numbers)
    const remainingRoom = MAX_ENTRIES - (index?.size ?? 0) + removed.length
    const fittingNumbers = added.slice(0, remainingRoom)
    const batchRows =
      fittingNumbers.length <= BATCH_SIZE ? await readEntries(transaction, workspaceId, fittingNumbers) : null
    return { state: (entryChanges ?? allNumbers!).state, removed, added: fittingNumbers, rows: batchRows }
  }

  /** Counts an index's bytes, and evicts others while all together take too many. */
  #measure(workspaceId: string, targetIndex: LoadedIndex): void {
    this.#bytes += targetIndex.index.bytes - targetIndex.bytes
    targetIndex.bytes = targetIndex.index.bytes
    for (const otherWorkspace of this.#loaded.keys()) {
      if (this.#bytes <= this.#limits.bytes) return
      if (otherWorkspace !== workspaceId) this.#evict(otherWorkspace)
    }
  }

  #evict(workspaceId: string): void {
    this.#bytes -= this.#loaded.get(workspaceId)?.bytes ?? 0
    this.#loaded.delete(workspaceId)
  }
}

const loadingError = () =>
  new AppError('unavailable', 'search.loading', 'The search is starting. Try again in a few seconds.')

async function waitAtMost(milliseconds: number, pendingWork: Promise<void>): Promise<void> {
  const deadline = Promise.withResolvers<never>()
  const deadlineTimer = setTimeout(() => deadline.reject(loadingError()), milliseconds)
  pendingWork.catch(() => {})
  try {
    await Promise.race([pendingWork, deadline.promise])
  } finally {
    clearTimeout(deadlineTimer)
  }
}

/** Entries that may be outdated are better than none; a deleted workspace has none. */
function throwUnlessFault(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error
}

const indexesByDatabase = new WeakMap<Database, MemoryIndexes>()

/** The memory indexes of this process. */
export function memoryIndexesOf(database: Database): MemoryIndexes {
  const memoryIndexes = indexesByDatabase.get(database) ?? new MemoryIndexes(database)
  indexesByDatabase.set(database, memoryIndexes)
  return memoryIndexes
}
