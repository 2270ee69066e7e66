import os from 'node:os'
import { AppError } from '../../../../kernel/app-error.ts'
import { type Database, type ReadOrigin, type Tx, workspaceTransaction } from '../../../../platform/db/index.ts'
import { runInSlices } from '../../../../platform/jobs/index.ts'
import { changedNumbers } from '../../domain/memory-index/entry-numbers.ts'
import { MAX_ENTRIES, MemoryIndex } from '../../domain/memory-index/memory-index.ts'
import { prepareEntry } from '../../domain/rank/prepared.ts'
import { allEntryNumbers, CHANGES_TRUSTED, changesSince, type IndexState } from './entry-changes.ts'
import { type NumberedEntry, readEntries } from './read-entries.ts'

interface Limits {
  /** Bytes of all indexes together; the index in use stays even if it alone is larger. */
  bytes: number
  /** Age of a state up to which changes are followed, as an interval of the database; older ones are compared whole. */
  trusted: string
  /** Milliseconds that a search waits for a first load. */
  loadMs: number
  /** Milliseconds that a search waits for changes before it uses the content before them. */
  updateMs: number
}

const LIMITS: Limits = {
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

interface Update {
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
  readonly #limits: Limits
  /** The least recently used first. */
  readonly #loaded = new Map<string, LoadedIndex>()
  readonly #updates = new Map<string, Update>()
  #bytes = 0

  constructor(db: Database, limits: Partial<Limits> = {}) {
    this.#db = db
    this.#limits = { ...LIMITS, ...limits }
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
  async get(workspaceId: string, contentVersion: number | null, needs: IndexNeeds = {}): Promise<MemoryIndex> {
    const { waitsForChanges = false, readOrigin = null } = needs
    if (!this.hasVersion(workspaceId, contentVersion)) {
      const { loadMs, updateMs } = this.#limits
      const update = this.#updateTo(workspaceId, contentVersion, readOrigin?.isReplica ?? false)
      if (!this.has(workspaceId)) await waitAtMost(loadMs, update)
      else await waitAtMost(waitsForChanges ? loadMs : updateMs, update).catch(throwUnlessFault)
    }
    const loaded = this.#loaded.get(workspaceId)
    if (!loaded) throw loading()
    this.#loaded.delete(workspaceId)
    this.#loaded.set(workspaceId, loaded)
    return loaded.index
  }

  /** True when the index has all entries of this content version or a newer one, and no update is under way. */
  hasVersion(workspaceId: string, contentVersion: number | null): boolean {
    const loadedVersion = this.#loaded.get(workspaceId)?.contentVersion ?? null
    return loadedVersion !== null && contentVersion !== null && loadedVersion >= contentVersion
  }

  /** An update that has already started may have read the content before this version: another one follows it. */
  async #updateTo(workspaceId: string, contentVersion: number | null, isFromReplica: boolean): Promise<void> {
    const running = this.#updates.get(workspaceId)
    if (running) await running.done.catch(() => {})
    if (running && this.hasVersion(workspaceId, contentVersion)) return
    const started = this.#updates.get(workspaceId)
    // The replica may lack what the primary has.
    if (started?.isFromReplica && !isFromReplica) return this.#updateTo(workspaceId, contentVersion, false)
    if (started) return started.done
    const done = this.#update(workspaceId, isFromReplica).finally(() => this.#updates.delete(workspaceId))
    this.#updates.set(workspaceId, { done, isFromReplica })
    return done
  }

  async #update(workspaceId: string, isFromReplica: boolean): Promise<void> {
    const origin = { isReplica: isFromReplica }
    const read = <T>(work: (transaction: Tx) => Promise<T>) =>
      workspaceTransaction(this.#db, { workspaceId, userId: null }, work, 'read', origin)
    const loaded = this.#loaded.get(workspaceId)
    let difference = await read((transaction) => this.#difference(transaction, workspaceId, loaded))
    let target = loaded
    if (target && difference.removed.length > Math.max(MAX_REMOVED, target.index.size / 2)) {
      target = undefined
      difference = await read((transaction) => this.#difference(transaction, workspaceId, undefined))
    }
    target ??= { index: new MemoryIndex(), bytes: 0, state: difference.state, contentVersion: null }
    target.contentVersion = null
    const { index } = target
    try {
      await runInSlices(difference.removed, (entryNo) => index.remove(entryNo))
      for (let position = 0; position < difference.added.length; position += BATCH_SIZE) {
        const batch = difference.added.slice(position, position + BATCH_SIZE)
        const rows = difference.rows ?? (await read((transaction) => readEntries(transaction, workspaceId, batch)))
        await runInSlices(rows, ({ entryNo, entry }) => index.add(entryNo, prepareEntry(entry)))
        this.#measure(workspaceId, target)
      }
    } catch (error) {
      // The next update of a loaded index continues from what it has.
      if (target !== this.#loaded.get(workspaceId)) this.#bytes -= target.bytes
      throw error
    }
    target.state = difference.state
    target.contentVersion = difference.state.contentVersion
    if (target !== this.#loaded.get(workspaceId)) {
      this.#evict(workspaceId)
      this.#loaded.set(workspaceId, target)
    }
    this.#measure(workspaceId, target)
  }

  async #difference(transaction: Tx, workspaceId: string, loaded: LoadedIndex | undefined): Promise<Difference> {
    const { index, state: since } = loaded ?? {}
    const changes = since && (await changesSince(transaction, workspaceId, since, this.#limits.trusted))
    const all = changes ? null : await allEntryNumbers(transaction, workspaceId, MAX_ENTRIES)
    const { removed, added } = changes
      ? {
          removed: changedNumbers(changes.changed, changes.present).removed.filter((entryNo) => index?.has(entryNo)),
          added: Array.from(changes.present).filter((entryNo) => !index?.has(entryNo)),
        }
      : changedNumbers(Float64Array.from(index?.numbers ?? []).sort(), all!.numbers)
    const room = MAX_ENTRIES - (index?.size ?? 0) + removed.length
    const fitting = added.slice(0, room)
    const rows = fitting.length <= BATCH_SIZE ? await readEntries(transaction, workspaceId, fitting) : null
    return { state: (changes ?? all!).state, removed, added: fitting, rows }
  }

  /** Counts an index's bytes, and evicts others while all together take too many. */
  #measure(workspaceId: string, target: LoadedIndex): void {
    this.#bytes += target.index.bytes - target.bytes
    target.bytes = target.index.bytes
    for (const other of this.#loaded.keys()) {
      if (this.#bytes <= this.#limits.bytes) return
      if (other !== workspaceId) this.#evict(other)
    }
  }

  #evict(workspaceId: string): void {
    this.#bytes -= this.#loaded.get(workspaceId)?.bytes ?? 0
    this.#loaded.delete(workspaceId)
  }
}

const loading = () =>
  new AppError('unavailable', 'search.loading', 'The search is starting. Try again in a few seconds.')

async function waitAtMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(loading()), milliseconds)
  work.catch(() => {})
  try {
    await Promise.race([work, deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Entries that may be outdated are better than none; a deleted workspace has none. */
function throwUnlessFault(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error
}

const indexesByDatabase = new WeakMap<Database, MemoryIndexes>()

/** The memory indexes of this process. */
export function memoryIndexesOf(db: Database): MemoryIndexes {
  const indexes = indexesByDatabase.get(db) ?? new MemoryIndexes(db)
  indexesByDatabase.set(db, indexes)
  return indexes
}
