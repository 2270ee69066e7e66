import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LlmMode, type LlmServer, startLlmServer } from '../../../tests/support/models/llm-server.ts'
import { createLogger, silentLogger } from '../log/index.ts'
import { createBreaker } from './circuit-breaker.ts'
import { createTextGenerator, type TextGenerator } from './index.ts'

let server: LlmServer
beforeAll(async () => {
  server = await startLlmServer({ pauseMs: 5, retryAfter: 1 })
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
})

const AI = { provider: 'openai-compatible', model: 'fake-model', apiKey: 'sk-key-1', timeoutMs: 10_000 } as const
const generator = (timeoutMs = 10_000): TextGenerator =>
  createTextGenerator({ ...AI, baseUrl: server.url, timeoutMs }, silentLogger)
const PROMPT = {
  system: 'Answer from the passages.',
  messages: [
    {
      role: 'user' as const,
      content:
        '<passage number="1">\nRefunds\nRefunds take five days. Ask us.\n</passage>\n<passage number="2">\nHours\nWe open at nine.\n</passage>\nHow long?',
    },
  ],
}
const FAILED = { kind: 'unavailable', code: 'llm.failed' }

/** Returns the text before the end, and the error at the end. */
async function collect(generate: TextGenerator, options: Partial<Parameters<TextGenerator>[0]> = {}) {
  let text = ''
  try {
    for await (const delta of generate({ ...PROMPT, ...options })) text += delta
    return { text, error: null }
  } catch (error) {
    return { text, error }
  }
}

test('the answer of a working model is streamed', async () => {
  server.use('good')
  expect(await collect(generator())).toEqual({ text: 'Refunds take five days. [1]', error: null })
  expect(server.requests[0]).toMatchObject({ model: 'fake-model', authorization: 'Bearer sk-key-1' })
  expect(server.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'Answer from the passages.' })
})

test('a slow model is awaited', async () => {
  server.use('slow')
  expect(await collect(generator())).toEqual({ text: 'Refunds take five days. [1]', error: null })
})

describe('the cost of an answer', () => {
  const costOf = async (...modes: LlmMode[]) => {
    server.use(...modes)
    const told: unknown[] = []
    await collect(generator(), { onUsage: (usage) => told.push(usage) })
    return told
  }

  test("is the service's count", async () => {
    expect(await costOf('counted')).toEqual([{ inputTokens: 321, outputTokens: 12 }])
  })

  test('is estimated when the service does not count, or the answer did not end', async () => {
    const sent = PROMPT.system.length + (PROMPT.messages[0]?.content.length ?? 0)
    expect(await costOf('good')).toEqual([
      { inputTokens: Math.ceil(sent / 4), outputTokens: Math.ceil('Refunds take five days. [1]'.length / 4) },
    ])
    expect(await costOf('unfinished')).toEqual(await costOf('good'))
  })

  test('is zero without an answer, and includes both attempts', async () => {
    expect(await costOf('unauthorized')).toEqual([])
    expect(await costOf('empty', 'counted')).toEqual([
      { inputTokens: expect.any(Number), outputTokens: 0 },
      { inputTokens: 321, outputTokens: 12 },
    ])
  })
})

describe('a failure of the model is an error', () => {
  test.each<[LlmMode, string]>([
    ['broken', 'Refunds take '],
    ['error_midway', 'Refunds take '],
    ['unfinished', 'Refunds take five days. [1]'],
    ['filtered', 'Refunds take five days. [1]'],
    ['empty', ''],
    ['down', ''],
    ['unauthorized', ''],
  ])('%s', async (mode, written) => {
    server.use(mode)
    const result = await collect(generator())
    expect(result.error).toMatchObject(FAILED)
    expect(written.startsWith(result.text)).toBe(true)
  })

  test('after a timeout at the start', async () => {
    server.use('hang')
    const result = await collect(generator(), { timeoutMs: 150 })
    expect(result).toMatchObject({ text: '', error: FAILED })
    await server.abandoned()
    expect(server.requests).toHaveLength(1)
  })

  test('after an abort of the caller, which ends the request', async () => {
    server.use('hang_midway')
    const gone = new AbortController()
    let text = ''
    const reading = (async () => {
      for await (const delta of generator()({ ...PROMPT, signal: gone.signal })) {
        text += delta
        if (text.includes('take')) gone.abort()
      }
    })()
    await expect(reading).rejects.toMatchObject(FAILED)
    await server.abandoned()
  })

  test('after the end of reading, which ends the request', async () => {
    server.use('hang_midway')
    for await (const delta of generator()(PROMPT)) if (delta) break
    await server.abandoned()
  })
})

describe('a failed request is retried once', () => {
  test('before the first word', async () => {
    server.use('down', 'good')
    expect(await collect(generator())).toEqual({ text: 'Refunds take five days. [1]', error: null })
    server.use('empty', 'good')
    expect((await collect(generator())).error).toBe(null)
  })

  test('after the time that the provider requests', async () => {
    server.use('rate_limited', 'good')
    expect((await collect(generator())).error).toBe(null)
    expect(server.requests).toHaveLength(2)
  })

  test.each<[string, LlmMode, number, number]>([
    ['not when that would be too late', 'rate_limited', 1500, 1],
    ['not with a wrong key', 'unauthorized', 10_000, 1],
    ['not after text was written', 'error_midway', 10_000, 1],
    ['at most once', 'down', 10_000, 2],
  ])('%s', async (_name, mode, timeoutMs, requests) => {
    server.use(mode)
    expect((await collect(generator(timeoutMs))).error).toMatchObject(FAILED)
    expect(server.requests).toHaveLength(requests)
  })
})

describe('the circuit breaker', () => {
  test('does not call a model that failed five times in a row', async () => {
    server.use('unauthorized')
    const generate = generator()
    for (let index = 0; index < 7; index++) expect((await collect(generate)).error).toMatchObject(FAILED)
    expect(server.requests).toHaveLength(5)
  })

  test('decides by one attempt after its pause', () => {
    let now = 0
    const breaker = createBreaker({ failures: 2, openMs: 30, now: () => now })
    breaker.failed()
    breaker.succeeded()
    breaker.failed()
    expect(breaker.tryEnter()).toBe(true)
    breaker.failed()
    expect(breaker.tryEnter()).toBe(false)
    now = 30
    expect(breaker.tryEnter()).toBe(true)
    expect(breaker.tryEnter()).toBe(false)
    breaker.failed()
    now = 59
    expect(breaker.tryEnter()).toBe(false)
    now = 60
    expect(breaker.tryEnter()).toBe(true)
    breaker.abandoned()
    expect(breaker.tryEnter()).toBe(true)
    breaker.succeeded()
    expect(breaker.tryEnter() && breaker.tryEnter()).toBe(true)
  })

  test('ignores visitors who disconnect', async () => {
    server.use('hang')
    const generate = generator()
    for (let index = 0; index < 6; index++) {
      const gone = new AbortController()
      const result = collect(generate, { signal: gone.signal })
      gone.abort()
      expect((await result).error).toMatchObject(FAILED)
    }
    server.use('good')
    expect((await collect(generate)).error).toBe(null)
  })
})

test('the prompt is not logged', async () => {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
  server.use('unauthorized')
  await collect(createTextGenerator({ ...AI, baseUrl: server.url }, log))
  expect(lines.join('')).toContain('The language model failed')
  expect(lines.join('')).toContain('401')
  expect(lines.join('')).not.toMatch(/Refunds|sk-key-1/)
})
