import { afterAll, beforeEach, expect, it } from 'vitest'
import { entry, filler, password, refund } from '../../../../tests/support/content/indexed-entries.ts'
import { createTestContext } from '../../../../tests/support/content/test-context.ts'
import { encoderOf, workspaceWith } from '../../../../tests/support/database/embedded-workspaces.ts'
import { startEmbeddingServer } from '../../../../tests/support/models/embedding-server.ts'
import { type Jobs, startJobs } from '../../../platform/jobs/index.ts'
import { createSemanticSearch, type SemanticSearch, type TextEncoder } from '../../ranking/server/index.ts'
import { meaningReport } from './meaning-report.ts'

const server = await startEmbeddingServer({ length: 64 })
const testContext = await createTestContext()
const { db } = testContext
const owner = await testContext.person({ freeAccess: true })
const running: Jobs[] = []
beforeEach(() => {
  server.use('good')
})
afterAll(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
  await server.close()
})

async function searchWith(encoder: TextEncoder | null): Promise<SemanticSearch> {
  const semantic = createSemanticSearch(db, encoder)
  const jobs = await startJobs(db, semantic.jobs, { work: true })
  running.push(jobs)
  await semantic.start(jobs)
  return semantic
}

const semantic = await searchWith(encoderOf(server))
const reportOf = async (id: string, search: SemanticSearch = semantic) =>
  meaningReport(await testContext.as(owner, id, 'workspace.settings'), search)
const embed = (w: Awaited<ReturnType<typeof workspaceWith>>) =>
  w.within((transaction) => semantic.contentChanged(transaction, w.id))
const untilState = (id: string, state: string) =>
  expect.poll(async () => (await reportOf(id)).state, { timeout: 30_000 }).toBe(state)

it('is off when the operator has turned off semantic search', async () => {
  const w = await workspaceWith(testContext, owner, refund())
  expect(await reportOf(w.id, createSemanticSearch(db, null))).toMatchObject({ state: 'off', effect: null })
})

it('names the local model that is missing on the server', async () => {
  const w = await workspaceWith(testContext, owner, refund())
  const report = await reportOf(w.id, createSemanticSearch(db, null, 'multilingual-e5-small'))
  expect(report).toMatchObject({ state: 'off', missing_model: 'multilingual-e5-small' })
})

it('runs until every entry has its embeddings, and reports the weight with too few phrasings', async () => {
  const w = await workspaceWith(testContext, owner, refund(), password())
  expect(await reportOf(w.id)).toEqual({
    state: 'running',
    missing_model: null,
    entries: 2,
    understood: 0,
    words_only: 0,
    effect: null,
  })
  await embed(w)
  await untilState(w.id, 'complete')
  const effect = { counts: true, fit: null }
  expect(await reportOf(w.id)).toEqual({
    state: 'complete',
    missing_model: null,
    entries: 2,
    understood: 2,
    words_only: 0,
    effect,
  })
  await w.index(...filler(1))
  expect(await reportOf(w.id)).toEqual({
    state: 'running',
    missing_model: null,
    entries: 3,
    understood: 2,
    words_only: 0,
    effect,
  })
})

it('counts the phrasings whose FAQ is found by words and by semantic search', async () => {
  const faqs = Array.from({ length: 24 }, (_, index) =>
    entry(`Which color has box ${index}?`, `Box ${index} is painted.`, { alternatives: [`paint of case ${index}`] }),
  )
  const w = await workspaceWith(testContext, owner, ...faqs)
  await embed(w)
  await untilState(w.id, 'complete')
  const { effect } = await reportOf(w.id)
  const found = { found_by_words: expect.any(Number), found_with_meaning: expect.any(Number) }
  expect(effect).toEqual({ counts: expect.any(Boolean), fit: { phrasings: 24, ...found } })
})

it('counts entries in a language that the encoder does not support as found by words only', async () => {
  const english = { ...encoderOf(server), languages: ['en'] }
  const search = createSemanticSearch(db, english)
  const german = entry('Wie storniere ich?', 'Unter Abos, mit einem Klick.', { language: 'de' })
  const w = await workspaceWith(testContext, owner, refund(), german)
  await embed(w)
  await untilState(w.id, 'complete')
  expect(await reportOf(w.id, search)).toMatchObject({ state: 'complete', understood: 2, words_only: 0 })
  const other = await workspaceWith(testContext, owner, german)
  expect(await reportOf(other.id, search)).toMatchObject({ state: 'complete', entries: 1, words_only: 1, effect: null })
})

it('is unavailable while the encoder fails, and complete after it recovers', async () => {
  server.use('unauthorized')
  const w = await workspaceWith(testContext, owner, refund())
  await embed(w)
  await untilState(w.id, 'unavailable')
  server.use('good')
  await untilState(w.id, 'complete')
})

it('refuses a member who is not an owner', async () => {
  const w = await workspaceWith(testContext, owner, refund())
  const member = await testContext.person()
  await testContext.join(w.id, member, 'member')
  await expect(testContext.as(member, w.id, 'workspace.settings')).rejects.toMatchObject({ kind: 'forbidden' })
})
