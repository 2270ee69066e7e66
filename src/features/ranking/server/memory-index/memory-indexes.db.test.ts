import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { entry, filler, password, refund, workspaceWith } from '../../../../../tests/support/content/indexed-entries.ts'
import { createTestContext } from '../../../../../tests/support/content/test-context.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { contentVersionOf } from '../../../workspaces/server/index.ts'
import { type IndexEntry, indexEntries, searchMemoryIndex } from '../index.ts'
import { deleteOldChanges } from './delete-old-changes.job.ts'
import { MemoryIndexes } from './memory-indexes.ts'

/** Bounds the wait for a load that runs on. */
const eventually = { timeout: 20_000 }

const testContext = await createTestContext()

async function workspace(...entries: IndexEntry[]) {
  const w = await workspaceWith(testContext, ...entries)
  const version = async () => (await w.within((transaction) => contentVersionOf(transaction, w.id))) ?? 0
  return {
    ...w,
    changed: () =>
      w.within((transaction) =>
        transaction.execute(`update workspaces set content_version = content_version + 1 where id = '${w.id}'`),
      ),
    /** Like a request that has just read the content version. */
    ask: async (text: string) => {
      const request = { text, limit: 5 }
      const { hits } = await searchMemoryIndex(testContext.db, { id: w.id, contentVersion: await version() }, request)
      return hits.map(({ question }) => question)
    },
  }
}

/** Counts the transactions on the database that `work` causes. */
async function countTransactions(work: () => Promise<unknown>): Promise<number> {
  const count = () =>
    [...testContext.db.watch.spent().values()].reduce((sum, { transactions }) => sum + transactions, 0)
  const before = count()
  await work()
  return count() - before
}

describe('the memory index of a workspace', () => {
  it('includes every change of the requested content version', async () => {
    const first = refund()
    const w = await workspace(first)
    expect(await w.ask('refund')).toEqual([first.question])
    await w.remove(first.chunk_id)
    await w.index(password())
    await w.changed()
    expect(await w.ask('refund')).toEqual([])
    expect(await w.ask('password')).toEqual([password().question])
  })

  it('is loaded once for simultaneous searches, and then needs no database', async () => {
    const w = await workspace(refund(), password())
    const search = () =>
      searchMemoryIndex(testContext.db, { id: w.id, contentVersion: 1 }, { text: 'refund', limit: 5 })
    expect(await countTransactions(() => Promise.all(Array.from({ length: 20 }, search)))).toBe(1)
    expect(await countTransactions(() => Promise.all(Array.from({ length: 20 }, search)))).toBe(0)
  })

  it('serves the previous content when a change takes too long to load, and none before the first load', async () => {
    const first = refund()
    const w = await workspace(first)
    const limits = { loadMs: 20, updateMs: 20 }
    const loaded = new MemoryIndexes(testContext.db)
    const waiting = new MemoryIndexes(testContext.db, limits)
    await expect.poll(() => waiting.get(w.id, 1).catch(() => null), eventually).not.toBeNull()
    await w.remove(first.chunk_id)
    await w.changed()
    const client = await testContext.db.pool.connect()
    try {
      await client.query('begin; lock table search_entries in access exclusive mode')
      expect((await waiting.get(w.id, 2)).size).toBe(1)
      const cold = new MemoryIndexes(testContext.db, limits)
      await expect(cold.get(w.id, 2)).rejects.toMatchObject({ kind: 'unavailable', code: 'search.loading' })
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect((await loaded.get(w.id, 2)).size).toBe(0)
    await expect.poll(async () => (await waiting.get(w.id, 2)).size, eventually).toBe(0)
  })

  it('is evicted when it is the least recently used and the memory is full', async () => {
    const [first, second, third] = [
      await workspace(...filler(100)),
      await workspace(...filler(100)),
      await workspace(...filler(100)),
    ]
    const { bytes } = await new MemoryIndexes(testContext.db).get(first.id, 1)
    const indexes = new MemoryIndexes(testContext.db, { bytes: 2.5 * bytes })
    for (const { id } of [first, second, first, third]) await indexes.get(id, 1)
    expect([first, second, third].map(({ id }) => indexes.has(id))).toEqual([true, false, true])
    const small = new MemoryIndexes(testContext.db, { bytes: 1 })
    for (const { id } of [first, second]) expect((await small.get(id, 1)).size).toBe(100)
    expect([first, second].map(({ id }) => small.has(id))).toEqual([false, true])
  })

  it.each([
    ['by the log of changes', '30 minutes'],
    ['by comparing all versions, once the log is too short', '0 minutes'],
  ])('applies every change, few or many, %s', async (_, trusted) => {
    const first = refund()
    const w = await workspace(...filler(300), first, password())
    const indexes = new MemoryIndexes(testContext.db, { trusted })
    const found = async (term: string) => {
      const index = await indexes.get(w.id, null)
      const terms = [{ term, weight: 1, group: 0, at: 0 }]
      const candidates = index.candidates({
        language: 'en',
        terms,
        synonyms: [],
        tokens: [],
        alternates: [],
        unknown: 0,
      })
      return candidates.map((slot) => index.entries.entry(slot).body)
    }
    expect(await found('refund')).toEqual([first.body])
    // An entry is replaced: its number is removed, and another one added.
    await w.index({ ...first, body: 'Refunds are given at the till.' })
    expect(await found('refund')).toEqual(['Refunds are given at the till.'])
    // Entries that were added and removed between two updates.
    const brief = entry('Is there a giraffe?', 'For a moment.')
    await w.index(brief)
    await w.remove(brief.chunk_id)
    expect(await found('giraff')).toEqual([])
    await w
      .within(async (transaction) => {
        await indexEntries(transaction, w.id, [entry('Is there a zebra?', 'Never written.')])
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await found('zebra')).toEqual([])
    const rooms = filler(1020).map((one, index) => ({
      ...one,
      question: `Is room ${index} heated?`,
      body: `Room ${index}.`,
    }))
    await w.index(...rooms)
    expect(await found('heat')).toHaveLength(200)
    await w.remove(...rooms.slice(1).map(({ chunk_id }) => chunk_id))
    expect(await found('heat')).toEqual(['Room 0.'])
    await w.within((transaction) => transaction.execute(`delete from search_entries where workspace_id = '${w.id}'`))
    expect(await found('heat')).toEqual([])
    expect((await indexes.get(w.id, null)).size).toBe(0)
  })

  it('needs changes for at most an hour', async () => {
    const w = await workspace(refund())
    const trim = () => systemTransaction(testContext.db, deleteOldChanges)
    await w.index(password())
    await trim()
    expect(await w.rows('search_changes')).toBe(2)
    await w.within((transaction) =>
      transaction.execute(sql`update search_changes set changed_at = now() - interval '61 minutes'`),
    )
    await w.index(password())
    await trim()
    expect(await w.rows('search_changes')).toBe(1)
  })

  it('contains no entry of another workspace', async () => {
    const mine = await workspace(refund())
    const other = await workspace(password())
    expect(await other.ask('refund')).toEqual([])
    expect(await mine.ask('refund')).toEqual([refund().question])
  })

  it('is not found for an unknown workspace', async () => {
    const w = await workspace(refund())
    await expect(new MemoryIndexes(testContext.db).get(crypto.randomUUID(), null)).rejects.toMatchObject({
      kind: 'not_found',
    })
    expect(await w.ask('refund')).toHaveLength(1)
  })
})
