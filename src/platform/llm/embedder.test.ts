import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EmbeddingMode,
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../tests/support/models/embedding-server.ts'
import { createLogger, silentLogger } from '../log/index.ts'
import { createEmbedder, embeddingName, embeddingNamed } from './index.ts'

let server: EmbeddingServer
beforeAll(async () => {
  server = await startEmbeddingServer({ pauseMs: 5, retryAfter: '1', length: 32 })
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
  server.use('good')
})

const config = (options: { dimensions?: number } = {}) => ({
  model: 'fake-model',
  baseUrl: server.url,
  apiKey: 'sk-key-1',
  dimensions: options.dimensions ?? null,
})
const embedder = (options: { dimensions?: number } = {}) => createEmbedder(config(options), silentLogger)
const FAILED = { kind: 'unavailable', code: 'embedding.failed' }

test('a vector is returned for each text, in order', async () => {
  const { model, embed } = embedder()
  expect(model).toBe('fake-model')
  const [first, second, again] = await embed(['refund', 'kettle', 'refund'])
  expect(first).toHaveLength(32)
  expect(again).toEqual(first)
  expect(second).not.toEqual(first)
  expect(server.requests).toMatchObject([
    { model: 'fake-model', authorization: 'Bearer sk-key-1', dimensions: undefined },
  ])
  expect(await embed([])).toEqual([])
})

test('a vector has the requested length, and another length is part of the name', async () => {
  const { model, embed } = embedder({ dimensions: 16 })
  expect(model).toBe('fake-model (16)')
  expect(await embed(['refund'])).toMatchObject([{ length: 16 }])
  expect(server.requests[0]?.dimensions).toBe(16)
  for (const dimensions of [16, null]) {
    expect(embeddingNamed(config(), embeddingName({ model: 'a/b:c', dimensions }))).toMatchObject({
      model: 'a/b:c',
      dimensions,
    })
  }
})

test('no request has more than 64 texts or too many characters', async () => {
  const texts = [...Array.from({ length: 130 }, (_, index) => `text ${index}`), 'x'.repeat(70_000), 'y'.repeat(70_000)]
  const vectors = await embedder().embed(texts)
  expect(server.requests.map(({ input }) => input.length)).toEqual([64, 64, 3, 1])
  expect(vectors).toHaveLength(132)
  expect(vectors[129]).toEqual((await embedder().embed(['text 129']))[0])
})

describe('a failure of the service is an error', () => {
  test.each<EmbeddingMode>(['unauthorized', 'wrong_dimensions', 'too_few', 'nonsense'])('%s', async (mode) => {
    server.use(mode)
    await expect(embedder().embed(['one', 'two'])).rejects.toMatchObject(FAILED)
    expect(server.requests).toHaveLength(1)
  })

  test('when the length differs from before', async () => {
    const { embed } = embedder()
    await embed(['one', 'two'])
    server.use('wrong_dimensions')
    await expect(embed(['one'])).rejects.toMatchObject(FAILED)
  })

  test('after a timeout, which ends the request', async () => {
    server.use('hang')
    await expect(embedder().embed(['one'], { timeoutMs: 100 })).rejects.toMatchObject(FAILED)
    await server.abandoned()
  })

  test('with a separate code for refused texts', async () => {
    server.use('refusing')
    await expect(embedder().embed(['one'])).rejects.toMatchObject({ kind: 'invalid', code: 'embedding.refused' })
  })
})

describe('a failed request is retried', () => {
  test('when the service was unavailable', async () => {
    server.use('down', 'down', 'good')
    expect(await embedder().embed(['one'])).toHaveLength(1)
  })

  test('after the time that the service requests, unless that would be too late', async () => {
    server.use('rate_limited', 'good')
    expect(await embedder().embed(['one'])).toHaveLength(1)
    server.use('rate_limited', 'good')
    await expect(embedder().embed(['one'], { timeoutMs: 900 })).rejects.toMatchObject(FAILED)
    expect(server.requests).toHaveLength(3)
  })

  test('not after the caller has aborted', async () => {
    server.use('hang')
    const gone = new AbortController()
    const result = embedder().embed(['one'], { signal: gone.signal })
    await expect.poll(() => server.requests).toHaveLength(1)
    gone.abort()
    await expect(result).rejects.toMatchObject(FAILED)
    await server.abandoned()
    expect(server.requests).toHaveLength(1)
  })
})

test('a service that failed five times in a row is not called for a while', async () => {
  server.use('unauthorized')
  const { embed } = embedder()
  for (let index = 0; index < 7; index++) await expect(embed(['one'])).rejects.toMatchObject(FAILED)
  expect(server.requests).toHaveLength(5)
})

test('texts are not logged', async () => {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
  server.use('unauthorized')
  await expect(createEmbedder(config(), log).embed(['my secret diary'])).rejects.toMatchObject(FAILED)
  expect(lines.join('')).toContain('The embedding service failed')
  expect(lines.join('')).not.toMatch(/diary|sk-key-1/)
})
