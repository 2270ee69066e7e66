import os from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, type Tx, workspaceTransaction } from '../../../../platform/db/index.ts'
import { runInSlices, throttleTo } from '../../../../platform/jobs/index.ts'
import { contentVersionOf } from '../../../workspaces/server/index.ts'
import { changedNumbers } from '../../domain/memory-index/entry-numbers.ts'
import { MemoryIndex } from '../../domain/memory-index/memory-index.ts'
import type { SearchOutcome } from '../../domain/outcome.ts'
import { type NumberedEntry, readNumbered } from '../entry-cache.ts'
import { heldSource } from '../memory-source.ts'
import { type QuestionOptions, searchSource, type Withheld } from '../search-source.ts'
import { allNumbers, CHANGES_TRUSTED, changesSince, type Look } from './entry-changes.ts'

interface Bounds {
  /** Bytes of all indexes together. */
  bytes: number
  /** A workspace with more entries is searched in the database. */
  entries: number
  /** For how long the noted changes are followed; after that all numbers are compared. As an interval of the database. */
  followed: string
}

const BOUNDS: Bounds = {
  // On a small machine, or in a small container, a share of what it has.
  bytes: Math.min(256 * 2 ** 20, os.totalmem() / 8, (process.constrainedMemory() || os.totalmem()) / 8),
  entries: 120_000,
  followed: CHANGES_TRUSTED,
}
/** Entries read at a time. */
const BATCH = 250
/** Share of time for a large update: searches of the tables alternate with it. */
const FILLING_SHARE = 1 / 2
/** A workspace that is asked again within this long is worth holding. */
const ASKED_AGAIN_MS = 60_000
const MAX_REMEMBERED = 2_000
/** Milliseconds that a search waits for the memory index to catch up with the content; the tables would take longer. */
const PATIENCE_MS = 100
/** Maximum number of changes for which a search waits. */
const FEW_CHANGES = 400

interface Held {
  index: MemoryIndex
  /** Memory counted at the last change. */
  bytes: number
  /** The content it is known to hold; null while it is being brought up to date. */
  version: number | null
  /** When it was last whole; null before, so that everything is to be read. */
  look: Look | null
}

/** Steps that bring an index to a content version. */
interface Difference {
  version: number
  look: Look
  gone: number[]
  come: number[]
  /** Added entries, when they are few enough to be read at once. */
  read: NumberedEntry[] | null
}

interface Update {
  /** Never rejects. */
  done: Promise<void>
  /** When it is done, or when it turns out to take too long to be waited for. */
  soon: Promise<void>
}

/**
 * Indexes of workspaces in this process's memory, the least recently asked dropped first. They can't be stale: each is
 * used only when it holds the version of the content that the visitor's request has read from the database, or a newer
 * one, and brought up to date before, which takes one look at what has changed. While that takes longer, and for what is
 * too large, the tables answer.
 */
export class HeldIndexes {
  readonly #bounds: Bounds
  readonly #held = new Map<string, Held>()
  /** Last search of a workspace that is not in memory, or the time until which loading is not attempted. */
  readonly #asked = new Map<string, number>()
  readonly #updates = new Map<string, Update>()
  #bytes = 0

  constructor(bounds = BOUNDS) {
    this.#bounds = bounds
  }

  async at(db: Database, workspaceId: string, version: number): Promise<MemoryIndex | null> {
    const ready = this.#ready(workspaceId, version)
    if (ready) return ready
    const held = this.#held.get(workspaceId)
    if (!held && !this.#isAskedAgain(workspaceId)) return null
    const caughtUp = this.#catchUp(db, workspaceId, version)
    if (!held?.look) return null
    await Promise.race([caughtUp, delay(PATIENCE_MS, undefined, { ref: false })])
    return this.#ready(workspaceId, version)
  }

  /** Returns the index of a workspace that was complete before, without waiting for later changes. */
  lately(workspaceId: string): MemoryIndex | null {
    const held = this.#held.get(workspaceId)
    return held?.look ? held.index : null
  }

  /** Returns the index at this content version or a newer one, and marks it as most recently used. */
  #ready(workspaceId: string, version: number): MemoryIndex | null {
    const held = this.#held.get(workspaceId)
    if (!held || held.version === null || held.version < version) return null
    this.#held.delete(workspaceId)
    this.#held.set(workspaceId, held)
    return held.index
  }

  /** An update that was under way may have looked before this state of the content was there: then another follows. */
  async #catchUp(db: Database, workspaceId: string, version: number): Promise<void> {
    const running = this.#updates.get(workspaceId)
    await running?.soon
    if (running && (this.#updates.get(workspaceId) === running || this.#ready(workspaceId, version))) return
    await this.#updateOf(db, workspaceId).soon
  }

  #isAskedAgain(workspaceId: string): boolean {
    const now = performance.now()
    const before = this.#asked.get(workspaceId)
    if (before !== undefined && before > now) return false
    this.#asked.delete(workspaceId)
    this.#asked.set(workspaceId, now)
    for (const oldest of this.#asked.keys()) {
      if (this.#asked.size <= MAX_REMEMBERED) break
      this.#asked.delete(oldest)
    }
    return before !== undefined && now - before < ASKED_AGAIN_MS
  }

  /** Reads what has changed; one at a time for a workspace. A failure leaves it to the tables. */
  update = (db: Database, workspaceId: string): Promise<void> => this.#updateOf(db, workspaceId).done

  #updateOf(db: Database, workspaceId: string): Update {
    const running = this.#updates.get(workspaceId)
    if (running) return running
    const long = Promise.withResolvers<void>()
    const done = this.#update(db, workspaceId, long.resolve)
      .catch(() => this.#drop(workspaceId))
      .finally(() => this.#updates.delete(workspaceId))
    const update = { done, soon: Promise.race([done, long.promise]) }
    this.#updates.set(workspaceId, update)
    return update
  }

  async #update(db: Database, workspaceId: string, takesLong: () => void): Promise<void> {
    const within = <T>(read: (transaction: Tx) => Promise<T>) =>
      workspaceTransaction(db, { workspaceId, userId: null }, read, 'read')
    let held = this.#heldOrNew(workspaceId)
    const look = () => within((transaction) => this.#difference(transaction, workspaceId, held))
    let difference = await look()
    if (difference && difference.gone.length > Math.max(FEW_CHANGES, held.index.size / 2)) {
      // Rebuilding is cheaper than removing this many entries one by one.
      this.#drop(workspaceId)
      held = this.#heldOrNew(workspaceId)
      difference = await look()
    }
    if (!difference) return this.#giveUp(workspaceId)
    const { version, gone, come, read } = difference
    held.version = null
    const many = gone.length + come.length > FEW_CHANGES
    if (many) takesLong()
    const paced = many ? throttleTo(FILLING_SHARE) : <T>(piece: () => Promise<T>) => piece()
    const inBatches = async (all: number[], work: (batch: number[]) => Promise<void>) => {
      for (let position = 0; position < all.length && this.#held.get(workspaceId) === held; position += BATCH) {
        await paced(() => work(all.slice(position, position + BATCH)))
        this.#makeRoom(workspaceId)
      }
    }
    await inBatches(gone, (batch) => runInSlices(batch, (entryNo) => held.index.remove(entryNo)))
    await inBatches(come, async (batch) => {
      const rows = read ?? (await within((transaction) => readNumbered(transaction, workspaceId, batch)))
      await runInSlices(rows, ({ entry_no, prepared }) => held.index.add(entry_no, prepared()))
    })
    this.#makeRoom(workspaceId)
    if (this.#held.get(workspaceId) !== held) return
    held.version = version
    held.look = difference.look
  }

  /**
   * Returns the missing and the superfluous entries of an index; null when there is nothing to load, or more than fits.
   */
  async #difference(transaction: Tx, workspaceId: string, { index, look }: Held): Promise<Difference | null> {
    // The version first: what is read after it is as new or newer.
    const version = await contentVersionOf(transaction, workspaceId)
    if (version === null) return null
    const { entries, followed } = this.#bounds
    const changes = look && (await changesSince(transaction, workspaceId, look, followed))
    const all = changes ? null : await allNumbers(transaction, workspaceId, entries + 1)
    const { gone, come } = changes
      ? {
          gone: changedNumbers(changes.changed, changes.present).gone.filter((entryNo) => index.has(entryNo)),
          come: Array.from(changes.present).filter((entryNo) => !index.has(entryNo)),
        }
      : changedNumbers(Float64Array.from(index.numbers).sort(), all!.numbers)
    if (index.size + come.length - gone.length > entries) return null
    const read = come.length <= BATCH ? await readNumbered(transaction, workspaceId, come) : null
    return { version, look: (changes ?? all!).look, gone, come, read }
  }

  #heldOrNew(workspaceId: string): Held {
    const held = this.#held.get(workspaceId)
    if (held) return held
    const fresh: Held = { index: new MemoryIndex(), bytes: 0, version: null, look: null }
    this.#held.set(workspaceId, fresh)
    return fresh
  }

  /** Drops what was asked least recently while all together take too much, and then the workspace itself. */
  #makeRoom(forWorkspace: string): void {
    const held = this.#held.get(forWorkspace)
    if (!held) return
    this.#bytes += held.index.bytes - held.bytes
    held.bytes = held.index.bytes
    for (const workspaceId of this.#held.keys()) {
      if (this.#bytes <= this.#bounds.bytes) return
      if (workspaceId !== forWorkspace) this.#drop(workspaceId)
    }
    if (this.#bytes > this.#bounds.bytes) this.#giveUp(forWorkspace)
  }

  /** It is left to the tables for a while. */
  #giveUp(workspaceId: string): void {
    this.#asked.set(workspaceId, performance.now() + ASKED_AGAIN_MS)
    this.#drop(workspaceId)
  }

  #drop(workspaceId: string): void {
    this.#bytes -= this.#held.get(workspaceId)?.bytes ?? 0
    this.#held.delete(workspaceId)
  }
}

const indexes = new WeakMap<Database, HeldIndexes>()

function indexesOf(db: Database): HeldIndexes {
  const known = indexes.get(db) ?? new HeldIndexes()
  indexes.set(db, known)
  return known
}

/**
 * Like `searchEntries` by words only, from memory; null when the workspace is not in memory at this content version,
 * which the caller has just read from the database.
 */
export async function searchHeld(
  db: Database,
  workspace: { id: string; contentVersion: number },
  options: QuestionOptions,
): Promise<SearchOutcome | null> {
  const index = await indexesOf(db).at(db, workspace.id, workspace.contentVersion)
  return index && searchSource(heldSource(index), options)
}

/** The same for background work, which tolerates a missing last change; null when the workspace is not in memory. */
export async function searchHeldLately(
  db: Database,
  workspaceId: string,
  options: QuestionOptions,
  withheld?: Withheld,
): Promise<SearchOutcome | null> {
  const index = indexesOf(db).lately(workspaceId)
  return index && searchSource(heldSource(index), options, withheld ? { withheld } : {})
}

/** Brings a workspace into memory at once. */
export const holdIndex = (db: Database, workspaceId: string): Promise<void> => indexesOf(db).update(db, workspaceId)
