import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LlmMode, type LlmServer, startLlmServer } from '../../../tests/support/models/llm-server.ts'
import { silentLogger } from '../log/index.ts'
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

describe('the cost of an answer', () => {
  const costOf = async (...modes: LlmMode[]) => {
    server.use(...modes)
    const told: unknown[] = []
    await collect(generator(), { onUsage: (usage) => told.push(usage) })
    return told
  }

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

test('the request ends when its reader stops', async () => {
  server.use('hang_midway')
  for await (const delta of generator()(PROMPT)) if (delta) break
  await server.abandoned()
})

test('a failed request is not repeated when the provider asks for a longer pause than is left', async () => {
  server.use('rate_limited')
  expect((await collect(generator(1500))).error).toMatchObject(FAILED)
  expect(server.requests).toHaveLength(1)
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
