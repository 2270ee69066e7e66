import { beforeAll, describe, expect, it } from 'vitest'
import {
  delivery,
  entry,
  filler,
  hours,
  password,
  refund,
  team,
  workspaceWith,
} from '../../../../../tests/support/content/indexed-entries.ts'
import { createWorld, type World } from '../../../../../tests/support/content/test-context.ts'
import { contentVersionOf } from '../../../workspaces/server/index.ts'
import { holdIndex, type IndexEntry, indexEntries, searchHeld } from '../index.ts'
import { HeldIndexes } from './memory-indexes.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})

async function workspace(...entries: IndexEntry[]) {
  const w = await workspaceWith(world, ...entries)
  const version = async () => (await w.within((transaction) => contentVersionOf(transaction, w.id))) ?? 0
  return {
    ...w,
    changed: () =>
      w.within((transaction) =>
        transaction.execute(`update workspaces set content_version = content_version + 1 where id = '${w.id}'`),
      ),
    hold: () => holdIndex(world.db, w.id),
    /** As a request that has just read the version would. */
    held: async (text: string, more: { limit?: number; prefix?: boolean } = {}) =>
      searchHeld(world.db, { id: w.id, contentVersion: await version() }, { text, limit: 5, ...more }),
  }
}

const ample = { bytes: 2 ** 30, entries: 1000, followed: '30 minutes' }

const QUESTIONS = [
  'how do i get my money back',
  'refnud of an invoice',
  'forgot pasword',
  'when does my parcel arrive',
  'invite colleagues',
  'invite colle',
  'monday',
  'what does part 17 cost',
  'sing-in page',
  'the of and',
  'Eiffel tower',
  '',
]

describe('an index in memory', () => {
  it.each([
    ['small', 0],
    ['large', 400],
  ])('answers like the tables of a %s workspace', async (_, fillers) => {
    const w = await workspace(...filler(fillers), refund(), password(), delivery(), team(), hours())
    await w.refresh()
    await w.hold()
    for (const text of QUESTIONS)
      for (const prefix of [false, true]) {
        const tables = await w.search(text, { prefix })
        const held = await w.held(text, { prefix })
        expect(held?.query, text).toEqual(tables.query)
        expect(
          held?.hits.map(({ question }) => question),
          text,
        ).toEqual(tables.hits.map(({ question }) => question))
        if (!fillers) expect(held?.hits, text).toEqual(tables.hits)
      }
  })

  it('is used only for a state of the content that it holds, and follows it', async () => {
    const first = refund()
    const w = await workspace(first)
    await w.hold()
    expect((await w.held('refund'))?.hits).toHaveLength(1)
    await w.remove(first.chunk_id)
    await w.index(password())
    await w.changed()
    // It catches up before it answers; where that takes too long the tables do.
    await expect.poll(async () => (await w.held('refund'))?.hits).toEqual([])
    await expect.poll(async () => (await w.held('password'))?.hits.length).toBe(1)
  })

  it('comes by itself for who is asked again, and not for who was asked once', async () => {
    const w = await workspace(refund())
    expect(await w.held('refund')).toBeNull()
    await expect.poll(async () => (await w.held('refund'))?.hits.length).toBe(1)
  })

  it('leaves to the tables what is too large to hold', async () => {
    const w = await workspace(refund(), password(), delivery(), ...filler(300))
    for (const bounds of [
      { ...ample, entries: 302 },
      { ...ample, bytes: 20_000 },
    ]) {
      const indexes = new HeldIndexes(bounds)
      await indexes.update(world.db, w.id)
      expect(indexes.lately(w.id)).toBeNull()
      // Nor is it tried again at every question.
      for (let asked = 0; asked < 3; asked++) expect(await indexes.at(world.db, w.id, 0)).toBeNull()
    }
    const indexes = new HeldIndexes({ ...ample, entries: 303 })
    await indexes.update(world.db, w.id)
    expect((await indexes.at(world.db, w.id, 0))?.size).toBe(303)
  })

  it('drops what was asked least recently when there is no more room', async () => {
    const [first, second, third] = [
      await workspace(...filler(100)),
      await workspace(...filler(100)),
      await workspace(...filler(100)),
    ]
    const alone = new HeldIndexes(ample)
    await alone.update(world.db, first.id)
    const bytes = 2.5 * (alone.lately(first.id)?.bytes ?? 0)
    const indexes = new HeldIndexes({ ...ample, bytes })
    await indexes.update(world.db, first.id)
    await indexes.update(world.db, second.id)
    await indexes.at(world.db, first.id, 0)
    await indexes.update(world.db, third.id)
    expect([first, second, third].map(({ id }) => indexes.lately(id) !== null)).toEqual([true, false, true])
  })

  it.each([
    ['by the changes that were noted', '30 minutes'],
    ['by comparing all numbers, after a long while', '0 minutes'],
  ])('follows every change, few or many, %s', async (_, followed) => {
    const first = refund()
    const w = await workspace(...filler(300), first, password())
    const indexes = new HeldIndexes({ ...ample, followed })
    const update = () => indexes.update(world.db, w.id)
    const found = async (term: string) => {
      await update()
      const terms = [{ term, weight: 1, group: 0, at: 0 }]
      const index = await indexes.at(world.db, w.id, 0)
      const found = index?.candidates({ language: 'en', terms, synonyms: [], tokens: [], alternates: [], unknown: 0 })
      return found?.map(({ entry }) => entry.body)
    }
    expect(await found('refund')).toEqual([first.body])
    // An entry is replaced: its number goes, and another comes.
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
        throw new Error('taken back')
      })
      .catch(() => {})
    expect(await found('zebra')).toEqual([])
    const rooms = filler(420).map((one, index) => ({
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
    expect(indexes.lately(w.id)?.size).toBe(0)
  })

  it('needs changes no longer than for an hour', async () => {
    const w = await workspace(refund())
    await w.index(password())
    expect(await w.rows('search_changes')).toBe(2)
    await w.refresh()
    expect(await w.rows('search_changes')).toBe(2)
    await w.within((transaction) =>
      transaction.execute(`update search_changes set changed_at = now() - interval '61 minutes'`),
    )
    await w.index(password())
    await w.refresh()
    expect(await w.rows('search_changes')).toBe(1)
  })

  it('keeps what belongs to one workspace from another', async () => {
    const mine = await workspace(refund())
    const other = await workspace(password())
    await mine.hold()
    await other.hold()
    expect((await other.held('refund'))?.hits).toEqual([])
    expect((await mine.held('refund'))?.hits).toHaveLength(1)
  })

  it('is empty for a workspace without entries, and gone with its workspace', async () => {
    const w = await workspace(entry('Soon gone?', 'Yes.'))
    await w.hold()
    await w.within((transaction) => transaction.execute(`delete from search_entries where workspace_id = '${w.id}'`))
    await w.changed()
    await w.hold()
    expect((await w.held('gone'))?.hits).toEqual([])
  })
})
