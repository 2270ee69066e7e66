import { afterAll, beforeEach, expect, it } from 'vitest'
import { embedderOf } from '../../../../../tests/support/database/embedded-workspaces.ts'
import { startEmbeddingServer } from '../../../../../tests/support/models/embedding-server.ts'
import { createQuestionVectors } from './question-vectors.ts'

const server = await startEmbeddingServer({ length: 16 })
afterAll(() => server.close())
beforeEach(() => {
  server.use('good')
  server.requests.length = 0
})

it('a question is embedded once in any spelling, and the least recently used one is evicted', async () => {
  const vectors = createQuestionVectors({ kept: 2 })
  const embedder = embedderOf(server)
  const first = await vectors.vectorOf(embedder, 'How do I get a refund?')
  expect(await vectors.vectorOf(embedder, '  how do i get a REFUND ')).toBe(first)
  await vectors.vectorOf(embedder, 'second')
  await vectors.vectorOf(embedder, 'How do I get a refund?')
  await vectors.vectorOf(embedder, 'third')
  expect(server.requests).toHaveLength(3)
  await vectors.vectorOf(embedder, 'how do I get a refund')
  expect(server.requests).toHaveLength(3)
  await vectors.vectorOf(embedder, 'second')
  expect(server.requests).toHaveLength(4)
})

it('vectors of different models are kept separate', async () => {
  const vectors = createQuestionVectors()
  const [one, other] = [embedderOf(server), embedderOf(server, { model: 'other' })]
  expect(await vectors.vectorOf(one, 'refund')).not.toEqual(await vectors.vectorOf(other, 'refund'))
  expect(server.requests.map(({ model }) => model)).toEqual(['fake-model', 'other'])
})

it('an empty question or a failed or slow request returns no vector, and none is cached', async () => {
  const vectors = createQuestionVectors({ budgetMs: 150 })
  for (const text of ['', ' ?! ', '😀']) expect(await vectors.vectorOf(embedderOf(server), text)).toBeNull()
  expect(server.requests).toEqual([])
  for (const mode of ['hang', 'rate_limited', 'down', 'unauthorized', 'nonsense', 'refusing'] as const) {
    server.use(mode)
    expect(await vectors.vectorOf(embedderOf(server), 'refund')).toBeNull()
  }
  server.use('good')
  const patient = createQuestionVectors({ budgetMs: 10_000 })
  expect(await patient.vectorOf(embedderOf(server), 'refund')).toHaveLength(16)
})

it('the encoder on this machine gets more time than a service', async () => {
  const timeouts: (number | undefined)[] = []
  const embedder = {
    model: 'any',
    embed: async (_texts: readonly string[], options?: { timeoutMs?: number }) => {
      timeouts.push(options?.timeoutMs)
      return [[1, 0]]
    },
  }
  for (const isLocal of [false, true]) await createQuestionVectors({ isLocal }).vectorOf(embedder, 'refund')
  expect(timeouts).toEqual([700, 5_000])
})

it('text beyond the maximum length of a question is truncated', async () => {
  await createQuestionVectors({ budgetMs: 10_000 }).vectorOf(embedderOf(server), `a${'\ud83d'.repeat(5000)}`)
  expect(server.requests[0]?.input[0]).toHaveLength(2000)
})
