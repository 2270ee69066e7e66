import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entry, filler, password, refund } from '../../../../../tests/support/content/indexed-entries.ts'
import { createTestContext } from '../../../../../tests/support/content/test-context.ts'
import {
  aquarium,
  dogs,
  embedderOf,
  encoderOf,
  PARAPHRASES,
  scones,
  umbrella,
  workspaceWith,
} from '../../../../../tests/support/database/embedded-workspaces.ts'
import { startEmbeddingServer } from '../../../../../tests/support/models/embedding-server.ts'
import { vectorOf } from '../../../../../tests/support/models/embedding-vectors.ts'
import { SUGGESTED_FROM } from '../../domain/rank/semantic-feature.ts'
import { isSemanticallyNear, type SearchOutcome, searchMemoryIndex } from '../index.ts'
import { embedWorkspace } from './embed-workspace.ts'

const server = await startEmbeddingServer({ length: 256 })
const testContext = await createTestContext()
const owner = await testContext.person({ freeAccess: true })
afterAll(() => server.close())

const { db } = testContext
const embedder = embedderOf(server)
const embed = (id: string) =>
  embedWorkspace(db, encoderOf(server), id, { signal: new AbortController().signal, limitMs: 60_000 })
const faqs = () => [refund(), password(), aquarium(), umbrella(), dogs(), scones()]

describe.each([
  ['small workspace', 0],
  ['large workspace', 300],
])('%s', (_name, more) => {
  const questions = ['how do i get a refnd', 'reset', 'what costs part 7', 'zzz', 'the of', 'goldfish tank']
  let w: Awaited<ReturnType<typeof workspaceWith>>
  const byWords = new Map<string, SearchOutcome>()
  beforeAll(async () => {
    w = await workspaceWith(testContext, owner, ...faqs(), ...filler(more))
    for (const text of questions) byWords.set(text, await w.search(text))
    await embed(w.id)
  })

  it.each(PARAPHRASES)('%s: found by meaning only', async (text, question) => {
    expect((await w.search(text)).hits.map((hit) => hit.question)).not.toContain(question)
    const outcome = await w.search(text, embedder)
    expect(outcome.hits[0]?.question).toBe(question)
    expect(outcome.hits[0]?.features.semantic).toBeGreaterThan(SUGGESTED_FROM)
    expect(isSemanticallyNear(outcome)).toBe(true)
  })

  it.each(questions)('%s: found by words, the same as without vectors', async (text) => {
    const outcome = await w.search(text)
    expect(outcome).toEqual(byWords.get(text))
    for (const hit of outcome.hits) expect(hit.features).not.toHaveProperty('semantic')
  })
})

it('a good match by words stays first', async () => {
  const w = await workspaceWith(testContext, owner, ...faqs())
  await embed(w.id)
  const outcome = await w.search('How do I reset my password?', embedder)
  expect(outcome.hits[0]?.question).toBe(password().question)
  expect(outcome.hits[0]?.features.similarity).toBeGreaterThan(0.95)
  expect(isSemanticallyNear(await w.search('How tall is the Eiffel Tower?', embedder))).toBe(false)
})

it('entries of another workspace are never found, however similar they are', async () => {
  const [mine, theirs] = [await workspaceWith(testContext, owner, ...faqs()), await workspaceWith(testContext, owner)]
  await theirs.index(entry('The secret plan of the others', 'Nobody else may know about the merger.'))
  for (const { id } of [mine, theirs]) await embed(id)
  const { hits } = await mine.search('secret plan merger', embedder, 50)
  expect(hits.map((hit) => hit.question)).not.toContain('The secret plan of the others')
  for (const table of ['entry_embeddings', 'served_embeddings']) {
    const seen = await mine.within((transaction) =>
      transaction.execute(`select distinct workspace_id as id from ${table}`),
    )
    expect(seen.rows).toEqual([{ id: mine.id }])
  }
})

it('removed entries are not found, and entries without a vector are found by words', async () => {
  const gone = refund()
  const w = await workspaceWith(testContext, owner, gone, password(), dogs())
  await embed(w.id)
  await w.remove(gone.chunk_id)
  await w.index(entry('Do you sell kettles?', 'In three colours.'))
  const text = 'reimbursement'
  expect((await w.search(text, embedder)).hits.map((hit) => hit.question)).not.toContain(gone.question)
  expect((await w.search('kettles', embedder)).hits[0]?.question).toBe('Do you sell kettles?')
})

it('a vector of another model or length is ignored', async () => {
  const w = await workspaceWith(testContext, owner, ...faqs())
  await embed(w.id)
  for (const other of [{ model: 'unknown' }, { dimensions: 48 }]) {
    const { hits } = await w.search('refund', embedderOf(server, other))
    expect(hits[0]?.question).toBe(refund().question)
    for (const { features } of hits) expect(features).not.toHaveProperty('semantic')
  }
  const served = { model: embedder.model, version: '1', weight: 1, reach: null }
  const embedding = { served, vector: vectorOf('refund', 32) }
  const request = { text: 'refund', limit: 1, embedding }
  const found = await searchMemoryIndex(db, { id: w.id, contentVersion: null }, request)
  expect(found.hits[0]?.question).toBe(refund().question)
})
