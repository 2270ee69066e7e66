import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld } from '../../../../../tests/support/content/test-context.ts'
import {
  aquarium,
  dogs,
  embedderOf,
  entry,
  filler,
  PARAPHRASES,
  password,
  refund,
  scones,
  umbrella,
  workspaceWith,
} from '../../../../../tests/support/database/embedded-workspaces.ts'
import { startEmbeddingServer } from '../../../../../tests/support/models/embedding-server.ts'
import { vectorOf } from '../../../../../tests/support/models/embedding-vectors.ts'
import { newId } from '../../../../kernel/ids.ts'
import type { Embedder } from '../../../../platform/llm/index.ts'
import { SUGGESTED_FROM } from '../../domain/rank/semantic-feature.ts'
import { type SearchOutcome, searchMemoryIndex, tierByMeaning } from '../index.ts'
import { embedWorkspace } from './embed-workspace.ts'
import { ensureEmbeddingStore } from './embedding-store.ts'
import { EXACT_ENTRIES, nearestEntries } from './nearest-entries.ts'

const server = await startEmbeddingServer({ length: 256 })
const world = await createWorld()
const owner = await world.person({ freeAccess: true })
afterAll(() => server.close())

const { db } = world
const embedder = embedderOf(server)
const embed = (id: string, by: Embedder = embedder) =>
  embedWorkspace(db, by, id, { signal: new AbortController().signal, limitMs: 60_000 })
const faqs = () => [refund(), password(), aquarium(), umbrella(), dogs(), scones()]

if (db.vector) {
  await ensureEmbeddingStore(db, { model: embedder.model, dimensions: null })

  describe.each([
    ['small workspace', 0],
    ['large workspace', 300],
  ])('%s', (_name, more) => {
    const questions = ['how do i get a refnd', 'reset', 'what costs part 7', 'zzz', 'the of', 'goldfish tank']
    let w: Awaited<ReturnType<typeof workspaceWith>>
    const byWords = new Map<string, SearchOutcome>()
    beforeAll(async () => {
      w = await workspaceWith(world, owner, ...faqs(), ...filler(more))
      for (const text of questions) byWords.set(text, await w.search(text))
      await embed(w.id)
    })

    it.each(PARAPHRASES)('%s: found by its meaning alone', async (text, question) => {
      expect((await w.search(text)).hits.map((hit) => hit.question)).not.toContain(question)
      const outcome = await w.search(text, embedder)
      expect(outcome.hits[0]?.question).toBe(question)
      expect(outcome.hits[0]?.features.semantic).toBeGreaterThan(SUGGESTED_FROM)
      expect(tierByMeaning(outcome)).not.toBeNull()
    })

    it.each(questions)('%s: by words, the same as if there were no vectors', async (text) => {
      const outcome = await w.search(text)
      expect(outcome).toEqual(byWords.get(text))
      for (const hit of outcome.hits) expect(hit.features).not.toHaveProperty('semantic')
    })
  })

  it('what the words find well stays first', async () => {
    const w = await workspaceWith(world, owner, ...faqs())
    await embed(w.id)
    const outcome = await w.search('How do I reset my password?', embedder)
    expect(outcome.hits[0]?.question).toBe(password().question)
    expect(outcome.hits[0]?.features.likeness).toBeGreaterThan(0.95)
    expect(tierByMeaning(await w.search('How tall is the Eiffel Tower?', embedder))).toBeNull()
  })

  it('nothing of another workspace is found, whatever is near to it', async () => {
    const [mine, theirs] = [await workspaceWith(world, owner, ...faqs()), await workspaceWith(world, owner)]
    await theirs.index(entry('The secret plan of the others', 'Nobody else may know about the merger.'))
    for (const { id } of [mine, theirs]) await embed(id)
    const { hits } = await mine.search('secret plan merger', embedder, 50)
    expect(hits.map((hit) => hit.question)).not.toContain('The secret plan of the others')
    const [vector] = await embedder.embed(['secret plan merger'])
    const foreign = mine.within((transaction) =>
      nearestEntries(transaction, theirs.id, { model: embedder.model, vector: vector! }, { entries: 1, chunkIds: [] }),
    )
    expect(await foreign).toEqual({ entryNumbers: [], cosines: new Map(), level: 0 })
  })

  it('what is removed is found no more, and what has no vector yet by its words', async () => {
    const gone = refund()
    const w = await workspaceWith(world, owner, gone, password(), dogs())
    await embed(w.id)
    await w.remove(gone.chunk_id)
    await w.index(entry('Do you sell kettles?', 'In three colours.'))
    const text = 'reimbursement'
    expect((await w.search(text, embedder)).hits.map((hit) => hit.question)).not.toContain(gone.question)
    expect((await w.search('kettles', embedder)).hits[0]?.question).toBe('Do you sell kettles?')
  })

  it('a vector of another model or length brings nothing and breaks nothing', async () => {
    const w = await workspaceWith(world, owner, ...faqs())
    await embed(w.id)
    for (const other of [{ model: 'unknown' }, { dimensions: 48 }]) {
      const { hits } = await w.search('refund', embedderOf(server, other))
      expect(hits[0]?.question).toBe(refund().question)
      expect(hits.map((hit) => hit.features.semantic)).toEqual(hits.map(() => 0))
    }
    const wrongLength = { model: embedder.model, vector: vectorOf('refund', 32) }
    const request = { text: 'refund', limit: 1, embedding: wrongLength }
    const found = await searchMemoryIndex(db, { id: w.id, contentVersion: null }, request)
    expect(found.hits[0]?.question).toBe(refund().question)
  })

  it('the index finds what comparing all finds, among the vectors of other workspaces', async () => {
    const [w, other] = [await workspaceWith(world, owner, ...filler(500)), await workspaceWith(world, owner)]
    await other.index(...filler(500, 500))
    for (const { id } of [w, other]) await embed(id)
    await ensureEmbeddingStore(db, { model: embedder.model, dimensions: 256 })
    const asked = Array.from({ length: 12 }, (_, index) => `part ${index * 37} of the catalogue, article ${index * 11}`)
    let [shared, all] = [0, 0]
    for (const text of asked) {
      const question = { model: embedder.model, vector: vectorOf(text, 256, 'stand-in') }
      const nearest = (entries: number) =>
        w.within((transaction) => nearestEntries(transaction, w.id, question, { entries, chunkIds: [] }))
      const [exact, indexed] = [await nearest(500), await nearest(EXACT_ENTRIES + 1)]
      expect(indexed.entryNumbers).toHaveLength(50)
      expect(indexed.entryNumbers[0]).toBe(exact.entryNumbers[0])
      for (const [chunk, cosine] of indexed.cosines) {
        if (exact.cosines.has(chunk)) expect(cosine).toBe(exact.cosines.get(chunk))
      }
      const first = exact.entryNumbers.slice(0, 10)
      all += first.length
      shared += first.filter((number) => indexed.entryNumbers.includes(number)).length
    }
    expect(shared / all).toBeGreaterThanOrEqual(0.99)
  })

  it('without an index of that model all are compared', async () => {
    const w = await workspaceWith(world, owner, ...faqs())
    await embed(w.id, embedderOf(server, { model: 'long', dimensions: 4096 }))
    const question = { model: 'long (4096)', vector: vectorOf('cash reimbursed', 4096, 'long') }
    const { cosines } = await w.within((transaction) =>
      nearestEntries(transaction, w.id, question, { entries: EXACT_ENTRIES + 1, chunkIds: [newId()] }),
    )
    expect(cosines.size).toBe(6)
    const tooMany = w.within((transaction) =>
      nearestEntries(transaction, w.id, question, { entries: 100_000, chunkIds: [] }),
    )
    expect(await tooMany).toEqual({ entryNumbers: [], cosines: new Map(), level: 0 })
  })
} else {
  it('without pgvector the words find what they find', async () => {
    const w = await workspaceWith(world, owner, ...faqs())
    expect((await w.search('how do i get a refund')).hits[0]?.question).toBe(refund().question)
  })
}
