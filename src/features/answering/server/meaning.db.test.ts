import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { encoderOf } from '../../../../tests/support/database/embedded-workspaces.ts'
import { type EmbeddingMode, startEmbeddingServer } from '../../../../tests/support/models/embedding-server.ts'
import { type Jobs, startJobs } from '../../../platform/jobs/index.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { createSemanticSearch, type SemanticSearch } from '../../ranking/server/index.ts'
import { askInput, NOT_FOUND_ANSWER } from '../contract.ts'
import { AnswerCache } from './answer-cache.ts'
import { type AnsweringServices, answerQuestion } from './answer-question.ts'
import type { Answer } from './record.ts'

const appUrl = new URL('https://help.example.com')
const server = await startEmbeddingServer()
const testContext = await createTestContext()
const { db } = testContext
const owner = await testContext.person({ freeAccess: true })
const running: Jobs[] = []
afterAll(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
  await server.close()
})
beforeEach(() => {
  server.use('good')
})

const FAQS = [
  ['When may we see the aquarium?', 'From Monday to Friday, nine to five.'],
  ['Which umbrella withstands a gale?', 'The Storm, made of steel.'],
  ['Are dogs welcome?', 'In the garden, on a lead.'],
  ['How do I reset my password?', 'Choose Forgot on the first page and follow it.'],
] as const

async function workspace() {
  const { id } = await testContext.workspace(owner)
  const writer = await testContext.as(owner, id, 'faq.write')
  for (const [question, answer] of FAQS) await createFaq(writer, faqInput({ question, answer }))
  return id
}

/** @param options.work also embeds in the background */
async function startSemanticSearch(options: { model?: string; work?: boolean } = {}): Promise<SemanticSearch> {
  const semantic = createSemanticSearch(db, encoderOf(server, options.model ? { model: options.model } : {}))
  const jobs = await startJobs(db, semantic.jobs, { work: options.work ?? false })
  running.push(jobs)
  await semantic.start(jobs)
  if (options.work) {
    testContext.events.within('content.changed', async (transaction, { workspace_id }) => {
      if (workspace_id) await semantic.contentChanged(transaction, workspace_id)
    })
  }
  return semantic
}

async function ask(id: string, question: string, services: Partial<AnsweringServices>) {
  return answerQuestion(
    { appUrl, generate: null, cache: new AnswerCache(10), log: () => {}, ...services },
    await testContext.visitor(id),
    askInput.parse({ workspace_id: id, question }),
    {
      signal: new AbortController().signal,
      onModel: () => {},
      onSources: async () => {},
      onDelta: async () => {},
      mayUseModel: async () => false,
    },
  )
}

it('the job does nothing without a model', async () => {
  expect(createSemanticSearch(db, null).jobs).toEqual([])
})

describe('with a model', async () => {
  const semantic = await startSemanticSearch({ work: true })
  const id = await workspace()
  const served = (model: string) =>
    expect
      .poll(() => testContext.count('served_embeddings', `workspace_id = '${id}' and model = '${model}'`), {
        timeout: 30_000,
      })
      .toBe(1)

  it('understands a question by its meaning, soon after the content was written', async () => {
    const cache = new AnswerCache<Answer>(10)
    const first = await ask(id, 'goldfish tank', { cache })
    expect(first).toMatchObject({ outcome: 'refused', answer: NOT_FOUND_ANSWER, sources: [] })
    await served('fake-model')
    const found = await ask(id, 'goldfish tank', { semantic, cache })
    expect(found.outcome).not.toBe('refused')
    expect(found.sources[0]?.title).toBe('When may we see the aquarium?')
  })

  it('finds later content too, although the same question was asked before', async () => {
    const cache = new AnswerCache<Answer>(10)
    const early = await ask(id, 'coeliac pastry', { semantic, cache })
    expect(early.sources.map(({ title }) => title)).not.toContain('Do you have scones without gluten?')
    const before = server.requests.length
    const writer = await testContext.as(owner, id, 'faq.write')
    await createFaq(writer, faqInput({ question: 'Do you have scones without gluten?', answer: 'Yes, every morning.' }))
    await expect
      .poll(() => testContext.count('entry_embeddings', `workspace_id = '${id}'`), { timeout: 30_000 })
      .toBe(5)
    const found = await ask(id, 'coeliac pastry', { semantic, cache })
    expect(found.sources[0]?.title).toBe('Do you have scones without gluten?')
    expect(server.requests.slice(before).flatMap(({ input }) => input)).toEqual([
      'Do you have scones without gluten?\nYes, every morning.',
    ])
  })

  it.each<EmbeddingMode>(['hang', 'rate_limited', 'down', 'unauthorized', 'nonsense', 'wrong_dimensions'])(
    'answers from words alone when the service is %s',
    async (mode) => {
      const own = await startSemanticSearch()
      server.use(mode)
      const found = await ask(id, `how can I reset my password ${mode}`, { semantic: own })
      expect(found).toMatchObject({ outcome: 'answered', sources: [{ title: 'How do I reset my password?' }] })
    },
  )

  it('does not cache an answer that lacked semantic search', async () => {
    const cache = new AnswerCache<Answer>(10)
    const own = await startSemanticSearch()
    server.use('unauthorized')
    expect((await ask(id, 'a goldfish in its tank', { semantic: own, cache })).outcome).toBe('refused')
    server.use('good')
    const found = await ask(id, 'a goldfish in its tank', { semantic: own, cache })
    expect(found.sources[0]?.title).toBe('When may we see the aquarium?')
    const asked = server.requests.length
    await ask(id, 'a goldfish in its tank', { semantic: own, cache })
    expect(server.requests).toHaveLength(asked)
  })

  it("serves the former model's embeddings after a change until the new ones are complete", async () => {
    // The process with the former configuration goes before the new one comes.
    await running[0]?.stop()
    server.useFor('newer', 'down')
    const newer = await startSemanticSearch({ model: 'newer', work: true })
    await expect.poll(() => server.requests.some(({ model }) => model === 'newer'), { timeout: 30_000 }).toBe(true)
    const found = await ask(id, 'goldfish tank please', { semantic: newer })
    expect(found.sources[0]?.title).toBe('When may we see the aquarium?')
    expect(server.requests.at(-1)).toMatchObject({ model: 'fake-model', input: ['goldfish tank please'] })
    server.useFor('newer', undefined)
    await served('newer')
    await expect
      .poll(() => testContext.count('entry_embeddings', `workspace_id = '${id}' and model <> 'newer'`))
      .toBe(0)
    expect((await ask(id, 'goldfish tank please', { semantic: newer })).sources).toEqual(found.sources)
    expect(server.requests.at(-1)).toMatchObject({ model: 'newer', input: ['goldfish tank please'] })
  })
})
