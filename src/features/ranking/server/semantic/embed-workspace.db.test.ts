import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld } from '../../../../../tests/support/content/test-context.ts'
import {
  dogs,
  embedderOf,
  entry,
  filler,
  password,
  refund,
  workspaceWith,
} from '../../../../../tests/support/database/embedded-workspaces.ts'
import { startEmbeddingServer } from '../../../../../tests/support/models/embedding-server.ts'
import { workspaceTransaction } from '../../../../platform/db/index.ts'
import type { Embedder } from '../../../../platform/llm/index.ts'
import { embedWorkspace } from './embed-workspace.ts'
import { dropUnusedIndexes, ensureEmbeddingStore, vectorIndexName } from './embedding-store.ts'

const server = await startEmbeddingServer({ length: 64, mostCharacters: 600 })
const world = await createWorld()
const owner = await world.person({ freeAccess: true })
afterAll(() => server.close())
beforeEach(() => {
  server.use('good')
  server.requests.length = 0
})

const { db } = world
const never = new AbortController().signal
const embed = (
  id: string,
  embedder: Embedder = embedderOf(server),
  options: { signal?: AbortSignal; limitMs?: number } = {},
) => embedWorkspace(db, embedder, id, { signal: never, limitMs: 60_000, ...options })
const embeddedTexts = () => server.requests.reduce((sum, { input }) => sum + input.length, 0)

if (db.vector) {
  await ensureEmbeddingStore(db, { model: 'stand-in', dimensions: null })

  describe('the store', () => {
    it('may be prepared any number of times, by several at once', async () => {
      const again = () => ensureEmbeddingStore(db, { model: 'made at once', dimensions: 64 })
      await Promise.all([again(), again(), again()])
      const { rows } = await db.pool.query('select obj_description($1::regclass) as model', [
        vectorIndexName('made at once', 64),
      ])
      expect(rows).toEqual([{ model: 'made at once' }])
      await dropUnusedIndexes(db, 'stand-in')
      expect(
        (await db.pool.query('select to_regclass($1) as there', [vectorIndexName('made at once', 64)])).rows,
      ).toEqual([{ there: null }])
    })

    it('takes a model of any name and long vectors', async () => {
      const model = 'it\'s \\ a "model"; drop table entry_embeddings'
      for (const dimensions of [3072, 4096])
        await ensureEmbeddingStore(db, { model: `${model} ${dimensions}`, dimensions })
      const there = async (dimensions: number) =>
        (
          await db.pool.query('select to_regclass($1) as there', [
            vectorIndexName(`${model} ${dimensions}`, dimensions),
          ])
        ).rows[0]?.there !== null
      expect([await there(3072), await there(4096)]).toEqual([true, false])
    })

    it('is bound by row-level security like every table of a tenant', async () => {
      const [mine, theirs] = [
        await workspaceWith(world, owner, refund()),
        await workspaceWith(world, owner, password()),
      ]
      for (const { id } of [mine, theirs]) await embed(id)
      for (const table of ['entry_embeddings', 'served_embeddings']) {
        const { rows } = await db.pool.query(
          `select relrowsecurity and relforcerowsecurity as forced,
             (select count(*)::int from pg_policy where polrelid = c.oid) as policies from pg_class c where relname = $1`,
          [table],
        )
        expect(rows).toEqual([{ forced: true, policies: 2 }])
        const seen = await mine.within((transaction) =>
          transaction.execute(`select distinct workspace_id as id from ${table}`),
        )
        expect(seen.rows).toEqual([{ id: mine.id }])
        const changed = await mine.within((transaction) =>
          transaction.execute(`delete from ${table} where workspace_id = '${theirs.id}'`),
        )
        expect(changed.rowCount).toBe(0)
      }
      const intrusion = workspaceTransaction(db, { workspaceId: mine.id, userId: null }, (transaction) =>
        transaction.execute(`insert into served_embeddings values ('${theirs.id}', 'stand-in')`),
      )
      await expect(intrusion).rejects.toMatchObject({ cause: { code: '42501' } })
    })
  })

  describe('embedding a workspace', () => {
    it('embeds each entry once; another run changes nothing and asks for nothing', async () => {
      const w = await workspaceWith(world, owner, refund(), password(), ...filler(150))
      expect(await embed(w.id)).toBe(true)
      expect(server.requests.map(({ input }) => input.length)).toEqual([64, 64, 24])
      const before = await w.embeddings()
      expect(before).toHaveLength(152)
      expect(await w.served()).toBe('stand-in')
      expect(await embed(w.id)).toBe(true)
      expect(server.requests).toHaveLength(3)
      expect(await w.embeddings()).toEqual(before)
    })

    it('goes on where it was stopped', async () => {
      const w = await workspaceWith(world, owner, ...filler(150))
      const killed = new AbortController()
      const { model, embed: ask } = embedderOf(server)
      const dying: Embedder = {
        model,
        embed: async (texts, options) => {
          const vectors = await ask(texts, options)
          if (server.requests.length === 2) killed.abort(new Error('killed'))
          return vectors
        },
      }
      await expect(embed(w.id, dying, { signal: killed.signal })).rejects.toThrow('killed')
      expect(await w.served()).toBeNull()
      expect(await embed(w.id, embedderOf(server), { limitMs: 0 })).toBe(false)
      expect(await w.served()).toBeNull()
      expect(await embed(w.id)).toBe(true)
      expect(embeddedTexts()).toBe(150)
      expect(await w.embeddings()).toHaveLength(150)
    })

    it('lets go of what is removed, and embeds what is replaced anew', async () => {
      const [gone, kept] = [refund(), password()]
      const w = await workspaceWith(world, owner, gone, kept)
      await embed(w.id)
      await w.remove(gone.chunk_id)
      expect((await w.embeddings()).map((row) => row.chunk_id)).toEqual([kept.chunk_id])
      const [before] = await w.embeddings()
      await w.index({ ...kept, body: 'Ask the owner of your workspace.' })
      expect(await w.embeddings()).toEqual([])
      await embed(w.id)
      const [after] = await w.embeddings()
      expect(after?.content_hash).not.toBe(before?.content_hash)
      expect(after?.embedding).not.toBe(before?.embedding)
    })

    it('keeps no vector of a text that changed or went while it was embedded', async () => {
      const [changing, going, staying] = [refund(), password(), dogs()]
      const w = await workspaceWith(world, owner, changing, going, staying)
      const { model, embed: ask } = embedderOf(server)
      let first = true
      const slow: Embedder = {
        model,
        embed: async (texts, options) => {
          const vectors = await ask(texts, options)
          if (first) {
            first = false
            await w.index({ ...changing, body: 'Never.' })
            await w.remove(going.chunk_id)
          }
          return vectors
        },
      }
      expect(await embed(w.id, slow)).toBe(true)
      expect(server.requests.map(({ input }) => input.length)).toEqual([3, 1])
      expect(server.requests[1]?.input).toEqual([`${changing.question}\nNever.`])
      expect((await w.embeddings()).map((row) => row.chunk_id).sort()).toEqual(
        [changing.chunk_id, staying.chunk_id].sort(),
      )
    })

    it('leaves out what the model does not take, but not when it takes nothing', async () => {
      const [long, longer] = [entry('Long', 'x'.repeat(900)), entry('', '')]
      const w = await workspaceWith(world, owner, refund(), long, longer)
      server.use('refusing')
      await expect(embed(w.id)).rejects.toMatchObject({ code: 'embedding.refused' })
      expect(await w.embeddings()).toEqual([])
      server.use('strict')
      expect(await embed(w.id)).toBe(true)
      const without = (await w.embeddings()).filter((row) => row.embedding === null)
      expect(without.map((row) => row.chunk_id)).toEqual([longer.chunk_id])
      const asked = server.requests.length
      expect(await embed(w.id)).toBe(true)
      expect(server.requests).toHaveLength(asked)
      expect((await w.search('refund', embedderOf(server))).hits[0]?.question).toBe(refund().question)
    })

    it('says so when the model gives vectors of another length than before', async () => {
      const w = await workspaceWith(world, owner, refund())
      await embed(w.id)
      await w.index(password())
      const before = await w.embeddings()
      const changed: Embedder = { model: 'stand-in', embed: async (texts) => texts.map(() => [1, 2, 3]) }
      await expect(embed(w.id, changed)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'embedding.dimensions_changed',
      })
      expect(await w.embeddings()).toEqual(before)
    })

    it('with a failing service writes nothing, and says so', async () => {
      const w = await workspaceWith(world, owner, refund())
      for (const mode of ['unauthorized', 'wrong_dimensions', 'nonsense'] as const) {
        server.use(mode)
        await embed(w.id, embedderOf(server, { dimensions: 64 })).then(
          () => expect.unreachable(),
          (error: unknown) => expect(error).toMatchObject({ code: 'embedding.failed' }),
        )
      }
      expect(await w.embeddings()).toEqual([])
      expect(await w.served()).toBeNull()
    })
  })

  describe('another model', () => {
    it('takes over once it is complete; until then the former one serves', async () => {
      const w = await workspaceWith(world, owner, refund(), ...filler(100))
      await embed(w.id)
      const newer = embedderOf(server, { model: 'newer', dimensions: 48 })
      expect(newer.model).toBe('newer (48)')
      expect(await embed(w.id, newer, { limitMs: 0 })).toBe(false)
      expect(await w.served()).toBe('stand-in')
      expect(new Set((await w.embeddings()).map((row) => row.model))).toEqual(new Set(['stand-in', 'newer (48)']))
      expect((await w.search('cash reimbursed', embedderOf(server))).hits[0]?.question).toBe(refund().question)
      expect(await embed(w.id, newer)).toBe(true)
      expect(await w.served()).toBe('newer (48)')
      expect(new Set((await w.embeddings()).map((row) => row.model))).toEqual(new Set(['newer (48)']))
      expect((await w.search('cash reimbursed', newer)).hits[0]?.question).toBe(refund().question)
      // Entries with a vector of the former model are found by words.
      expect((await w.search('refund', embedderOf(server))).hits[0]?.question).toBe(refund().question)
    })
  })
} else {
  it('there is nowhere to keep embeddings without pgvector', async () => {
    await expect(ensureEmbeddingStore(db, { model: 'stand-in', dimensions: 64 })).rejects.toThrow('vector')
    expect((await db.pool.query("select to_regclass('entry_embeddings') as there")).rows).toEqual([{ there: null }])
  })
}
