import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, type Tx, workspaceTransaction } from '../../../platform/db/index.ts'
import { contentVersionOf } from '../../workspaces/server/index.ts'
import { HeldIndex } from '../domain/held-index.ts'
import type { SearchOutcome } from '../domain/outcome.ts'
import { loadNumbered } from './entry-cache.ts'
import { heldSource } from './held-source.ts'
import { type QuestionOptions, searchSource } from './search-source.ts'
import { rowsOf } from './statements.ts'

/** Words of all entries that are held at once; one costs about 30 bytes, with its share of the postings. */
const MOST_WORDS = 4_000_000
/** A workspace with more is searched in the database. */
const MOST_ENTRIES = 20_000
/** Entries read and cut at a time: a visitor waits for no more than this. */
const BATCH = 50
/** A workspace that is asked again within this long is worth holding. */
const ASKED_AGAIN_MS = 60_000
const MOST_REMEMBERED = 2_000
/** A visitor waits this long for what is held to catch up with the content; the tables would take longer. */
const PATIENCE_MS = 30
/** Bytes of one entry number as the database sends it. */
const NUMBER_BYTES = 8

interface Held {
  index: HeldIndex
  /** The content it is known to hold; null while it is being brought up to date. */
  version: number | null
  /** It has held a whole state before, so that only what has changed since is read. */
  whole: boolean
}

/**
 * Indexes of workspaces in this process's memory, the least recently asked dropped first. They can't be stale: each is
 * used only when it holds the version of the content that the visitor's request has read from the database, or a newer
 * one, and brought up to date before, which takes one look at what has changed. While that takes longer, and for what is
 * too large, the tables answer.
 */
class HeldIndexes {
  readonly #held = new Map<string, Held>()
  /** When a workspace that isn't held was asked last, or until when it's not worth trying. */
  readonly #asked = new Map<string, number>()
  readonly #updates = new Map<string, Promise<void>>()
  #words = 0

  async at(db: Database, workspaceId: string, version: number): Promise<HeldIndex | null> {
    const ready = this.#ready(workspaceId, version)
    if (ready) return ready
    const held = this.#held.get(workspaceId)
    if (!held && !this.#isAskedAgain(workspaceId)) return null
    const caughtUp = this.#catchUp(db, workspaceId, version)
    if (!held?.whole) return null
    await Promise.race([caughtUp, delay(PATIENCE_MS)])
    return this.#ready(workspaceId, version)
  }

  /** What holds this state of the content or a newer one, now the most recently asked. */
  #ready(workspaceId: string, version: number): HeldIndex | null {
    const held = this.#held.get(workspaceId)
    if (!held || held.version === null || held.version < version) return null
    this.#held.delete(workspaceId)
    this.#held.set(workspaceId, held)
    return held.index
  }

  /** An update that was under way may have looked before this state of the content was there: then another follows. */
  async #catchUp(db: Database, workspaceId: string, version: number): Promise<void> {
    const running = this.#updates.get(workspaceId)
    await running
    if (!running || !this.#ready(workspaceId, version)) await this.update(db, workspaceId)
  }

  #isAskedAgain(workspaceId: string): boolean {
    const now = performance.now()
    const before = this.#asked.get(workspaceId)
    if (before !== undefined && before > now) return false
    this.#asked.delete(workspaceId)
    this.#asked.set(workspaceId, now)
    for (const oldest of this.#asked.keys()) {
      if (this.#asked.size <= MOST_REMEMBERED) break
      this.#asked.delete(oldest)
    }
    return before !== undefined && now - before < ASKED_AGAIN_MS
  }

  /** Reads what has changed; one at a time for a workspace. A failure leaves it to the tables. */
  update(db: Database, workspaceId: string): Promise<void> {
    const running = this.#updates.get(workspaceId)
    if (running) return running
    const update = this.#update(db, workspaceId)
      .catch(() => this.#drop(workspaceId))
      .finally(() => this.#updates.delete(workspaceId))
    this.#updates.set(workspaceId, update)
    return update
  }

  async #update(db: Database, workspaceId: string): Promise<void> {
    const within = <T>(read: (tx: Tx) => Promise<T>) =>
      workspaceTransaction(db, { workspaceId, userId: null }, read, 'read')
    // The version first: what is read after it is as new or newer.
    const state = await within(async (tx) => {
      const version = await contentVersionOf(tx, workspaceId)
      return version === null ? null : { version, numbers: await entryNumbers(tx, workspaceId) }
    })
    if (!state || state.numbers.length > MOST_ENTRIES) {
      this.#asked.set(workspaceId, performance.now() + ASKED_AGAIN_MS)
      this.#drop(workspaceId)
      return
    }
    const current = new Set(state.numbers)
    const held = this.#heldOrNew(workspaceId)
    const { index } = held
    held.version = null
    this.#words -= index.words
    for (const entryNo of [...index.numbers]) if (!current.has(entryNo)) index.remove(entryNo)
    const missing = state.numbers.filter((entryNo) => !index.has(entryNo))
    this.#words += index.words
    for (let at = 0; at < missing.length; at += BATCH) {
      const numbers = missing.slice(at, at + BATCH)
      const entries = await within((tx) => loadNumbered(tx, workspaceId, numbers))
      if (this.#held.get(workspaceId) !== held) return
      this.#words -= index.words
      for (const { entry_no, prepared } of entries) index.add(entry_no, prepared)
      this.#words += index.words
      this.#makeRoom(workspaceId)
    }
    if (this.#held.get(workspaceId) !== held) return
    held.version = state.version
    held.whole = true
  }

  #heldOrNew(workspaceId: string): Held {
    const held = this.#held.get(workspaceId)
    // Rather built anew than full of holes.
    if (held && held.index.holes <= held.index.size) return held
    this.#drop(workspaceId)
    const fresh: Held = { index: new HeldIndex(), version: null, whole: false }
    this.#held.set(workspaceId, fresh)
    return fresh
  }

  #makeRoom(forWorkspace: string): void {
    for (const workspaceId of this.#held.keys()) {
      if (this.#words <= MOST_WORDS) return
      if (workspaceId !== forWorkspace) this.#drop(workspaceId)
    }
    if (this.#words <= MOST_WORDS) return
    this.#asked.set(forWorkspace, performance.now() + ASKED_AGAIN_MS)
    this.#drop(forWorkspace)
  }

  #drop(workspaceId: string): void {
    this.#words -= this.#held.get(workspaceId)?.index.words ?? 0
    this.#held.delete(workspaceId)
  }
}

async function entryNumbers(tx: Tx, workspaceId: string): Promise<number[]> {
  const [row] = await rowsOf<{ packed: Uint8Array | null }>(
    tx,
    sql`select string_agg(int8send(entry_no), '' order by entry_no) as packed from (
          select entry_no from search_entries where workspace_id = ${workspaceId}::uuid limit ${MOST_ENTRIES + 1}) e`,
  )
  if (!row?.packed) return []
  const bytes = new DataView(row.packed.buffer, row.packed.byteOffset, row.packed.byteLength)
  return Array.from({ length: bytes.byteLength / NUMBER_BYTES }, (_, i) => Number(bytes.getBigInt64(i * NUMBER_BYTES)))
}

const indexes = new WeakMap<Database, HeldIndexes>()

function indexesOf(db: Database): HeldIndexes {
  const known = indexes.get(db) ?? new HeldIndexes()
  indexes.set(db, known)
  return known
}

/**
 * The same as `searchEntries` by words alone, from memory; null where the workspace isn't held at this version of its
 * content, which the caller has just read from the database.
 */
export async function searchHeld(
  db: Database,
  workspace: { id: string; contentVersion: number },
  options: QuestionOptions,
): Promise<SearchOutcome | null> {
  const index = await indexesOf(db).at(db, workspace.id, workspace.contentVersion)
  return index && searchSource(heldSource(index), options)
}

/** Brings a workspace into memory at once. */
export const holdIndex = (db: Database, workspaceId: string): Promise<void> => indexesOf(db).update(db, workspaceId)
