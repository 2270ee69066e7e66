import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { entry, filler, password, refund } from '../../../../../tests/support/content/indexed-entries.ts'
import { createTestContext } from '../../../../../tests/support/content/test-context.ts'
import {
  dogs,
  embedderOf,
  encoderOf,
  workspaceWith,
} from '../../../../../tests/support/database/embedded-workspaces.ts'
import { startEmbeddingServer } from '../../../../../tests/support/models/embedding-server.ts'
import type { Embedder } from '../../../../platform/llm/index.ts'
import { visitorScope } from '../../../workspaces/server/index.ts'
import { embedWorkspace } from './embed-workspace.ts'
import { SERVED_EMBEDDINGS, servedEmbeddings } from './embeddings.queries.ts'
import type { TextEncoder } from './text-encoder.ts'

const server = await startEmbeddingServer({ length: 64, mostCharacters: 600 })
const testContext = await createTestContext()
const owner = await testContext.person({ freeAccess: true })
afterAll(() => server.close())
beforeEach(() => {
  server.use('good')
  server.requests.length = 0
})

const { db } = testContext
const never = new AbortController().signal
const embed = (
  id: string,
  encoder: TextEncoder = encoderOf(server),
  options: { signal?: AbortSignal; limitMs?: number } = {},
) => embedWorkspace(db, encoder, id, { signal: never, limitMs: 60_000, ...options })
const embeddedTexts = () => server.requests.reduce((sum, { input }) => sum + input.length, 0)

describe('embedding a workspace', () => {
  it('embeds each entry once, and another run changes and requests nothing', async () => {
    const w = await workspaceWith(testContext, owner, refund(), password(), ...filler(150))
    expect(await embed(w.id)).toBe(true)
    expect(server.requests.map(({ input }) => input.length)).toEqual([64, 64, 24])
    const before = await w.embeddings()
    expect(before).toHaveLength(152)
    expect(await w.served()).toBe('fake-model')
    const known = await w.within((transaction) => servedEmbeddings(transaction, w.id))
    expect(known).toMatchObject({ model: 'fake-model', version: '1' })
    // The lookup of a visitor's workspace reads the same along.
    const scope = await visitorScope(testContext.services, { workspace_id: w.id }, SERVED_EMBEDDINGS)
    expect(scope?.further).toEqual(known)
    expect(await embed(w.id)).toBe(true)
    expect(server.requests).toHaveLength(3)
    expect(await w.embeddings()).toEqual(before)
  })

  it('continues after an interruption', async () => {
    const w = await workspaceWith(testContext, owner, ...filler(150))
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
    await expect(embed(w.id, { ...encoderOf(server), background: dying }, { signal: killed.signal })).rejects.toThrow(
      'killed',
    )
    expect(await w.served()).toBeNull()
    expect(await embed(w.id, encoderOf(server), { limitMs: 0 })).toBe(false)
    expect(await w.served()).toBeNull()
    expect(await embed(w.id)).toBe(true)
    expect(embeddedTexts()).toBe(150)
    expect(await w.embeddings()).toHaveLength(150)
  })

  it('deletes the vector of a removed entry, and embeds a changed entry again', async () => {
    const [gone, kept] = [refund(), password()]
    const w = await workspaceWith(testContext, owner, gone, kept)
    await embed(w.id)
    await w.remove(gone.chunk_id)
    expect((await w.embeddings()).map((row) => row.chunk_id)).toEqual([kept.chunk_id])
    const [before] = await w.embeddings()
    await w.index({ ...kept, body: 'Ask the owner of your workspace.' })
    expect(await w.embeddings()).toEqual([])
    await embed(w.id)
    const [after] = await w.embeddings()
    expect(after?.vectors).not.toBe(before?.vectors)
  })

  it('discards the vector of a text that changed or was removed during the embedding', async () => {
    const [changing, going, staying] = [refund(), password(), dogs()]
    const w = await workspaceWith(testContext, owner, changing, going, staying)
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
    expect(await embed(w.id, { ...encoderOf(server), background: slow })).toBe(true)
    expect(server.requests.map(({ input }) => input.length)).toEqual([3, 1])
    expect(server.requests[1]?.input).toEqual([`${changing.question}\nNever.`])
    expect((await w.embeddings()).map((row) => row.chunk_id).sort()).toEqual(
      [changing.chunk_id, staying.chunk_id].sort(),
    )
  })

  it('skips entries that the model refuses, but fails when it refuses all', async () => {
    const [long, longer] = [entry('Long', 'x'.repeat(900)), entry('', '')]
    const w = await workspaceWith(testContext, owner, refund(), long, longer)
    server.use('refusing')
    await expect(embed(w.id)).rejects.toMatchObject({ code: 'embedding.refused' })
    expect(await w.embeddings()).toEqual([])
    server.use('strict')
    expect(await embed(w.id)).toBe(true)
    const without = (await w.embeddings()).filter((row) => row.vectors === null)
    expect(without.map((row) => row.chunk_id)).toEqual([longer.chunk_id])
    const asked = server.requests.length
    expect(await embed(w.id)).toBe(true)
    expect(server.requests).toHaveLength(asked)
    expect((await w.search('refund', embedderOf(server))).hits[0]?.question).toBe(refund().question)
  })

  it('reports that the model returns vectors of another length than before', async () => {
    const w = await workspaceWith(testContext, owner, refund())
    await embed(w.id)
    await w.index(password())
    const before = await w.embeddings()
    const changed: Embedder = { model: 'fake-model', embed: async (texts) => texts.map(() => [1, 2, 3]) }
    await expect(embed(w.id, { ...encoderOf(server), background: changed })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'embedding.dimensions_changed',
    })
    expect(await w.embeddings()).toEqual(before)
  })

  it('saves nothing and reports the error when the service fails', async () => {
    const w = await workspaceWith(testContext, owner, refund())
    for (const mode of ['unauthorized', 'wrong_dimensions', 'nonsense'] as const) {
      server.use(mode)
      await embed(w.id, encoderOf(server, { dimensions: 64 })).then(
        () => expect.unreachable(),
        (error: unknown) => expect(error).toMatchObject({ code: 'embedding.failed' }),
      )
    }
    expect(await w.embeddings()).toEqual([])
    expect(await w.served()).toBeNull()
  })
})

describe('a different model', () => {
  it('replaces the former one after it is complete', async () => {
    const w = await workspaceWith(testContext, owner, refund(), ...filler(100))
    await embed(w.id)
    const newer = embedderOf(server, { model: 'newer', dimensions: 48 })
    expect(newer.model).toBe('newer (48)')
    const encoder = encoderOf(server, { model: 'newer', dimensions: 48 })
    expect(await embed(w.id, encoder, { limitMs: 0 })).toBe(false)
    expect(await w.served()).toBe('fake-model')
    expect(new Set((await w.embeddings()).map((row) => row.model))).toEqual(new Set(['fake-model', 'newer (48)']))
    expect((await w.search('cash reimbursed', embedderOf(server))).hits[0]?.question).toBe(refund().question)
    expect(await embed(w.id, encoder)).toBe(true)
    expect(await w.served()).toBe('newer (48)')
    expect(new Set((await w.embeddings()).map((row) => row.model))).toEqual(new Set(['newer (48)']))
    expect((await w.search('cash reimbursed', newer)).hits[0]?.question).toBe(refund().question)
    // Entries with a vector of the former model are found by words.
    expect((await w.search('refund', embedderOf(server))).hits[0]?.question).toBe(refund().question)
  })
})
