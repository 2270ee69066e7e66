// Each provider over real HTTP: fakes speak their wire formats, also when they misbehave.
import { execFile as execFileCallback } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startAnthropicServer } from '../../../tests/support/models/anthropic-server.ts'
import { startLlmServer } from '../../../tests/support/models/llm-server.ts'
import type { LlmMode } from '../../../tests/support/models/model-answers.ts'
import type { LlmServer, LlmServerOptions } from '../../../tests/support/models/model-server.ts'
import { startOpenAiServer } from '../../../tests/support/models/openai-server.ts'
import { createLogger, silentLogger } from '../log/index.ts'
import { createTextGenerator, type TextGenerator } from './index.ts'

const execFile = promisify(execFileCallback)

const SYSTEM = 'Answer from the passages.'
const CONTENT =
  '<passage number="1">\nRefunds\nRefunds take five days. Ask us.\n</passage>\n<passage number="2">\nHours\nWe open at nine.\n</passage>\nHow long?'
const PROMPT = { system: SYSTEM, messages: [{ role: 'user' as const, content: CONTENT }] }
const KEY = 'sk-fake-key'
const ANSWER = 'Refunds take five days. [1]'
const FAILED = { kind: 'unavailable', code: 'llm.failed' }
const TOLD = { inputTokens: 321, outputTokens: 12 }

interface Provider {
  provider: 'anthropic' | 'openai' | 'openai-compatible'
  model: string
  start(options: LlmServerOptions): Promise<LlmServer>
  /** The header that holds the key, as it is sent. */
  key: [header: string, value: string]
  /** Expected request for `PROMPT` with at most 800 tokens. */
  body: object
}

const PROVIDERS: Provider[] = [
  {
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    start: startAnthropicServer,
    key: ['x-api-key', KEY],
    body: {
      model: 'claude-sonnet-4-5',
      max_tokens: 2800,
      stream: true,
      thinking: { type: 'disabled' },
      system: [{ type: 'text', text: SYSTEM }],
      messages: [{ role: 'user', content: [{ type: 'text', text: CONTENT }] }],
    },
  },
  {
    provider: 'openai',
    model: 'gpt-4.1-mini',
    start: startOpenAiServer,
    key: ['authorization', `Bearer ${KEY}`],
    body: {
      model: 'gpt-4.1-mini',
      max_output_tokens: 2800,
      stream: true,
      store: false,
      input: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: [{ type: 'input_text', text: CONTENT }] },
      ],
    },
  },
  {
    provider: 'openai-compatible',
    model: 'local-model',
    start: startLlmServer,
    key: ['authorization', `Bearer ${KEY}`],
    body: {
      model: 'local-model',
      max_tokens: 800,
      stream: true,
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: CONTENT },
      ],
    },
  },
]

const consoleSaid: unknown[][] = []
beforeEach(() => {
  consoleSaid.length = 0
  for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, way).mockImplementation((...words) => void consoleSaid.push(words))
  vi.spyOn(process, 'emitWarning').mockImplementation((...words: unknown[]) => void consoleSaid.push(words))
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(consoleSaid).toEqual([])
})

/** Returns the text before the end, the error at the end, and the reported usage. */
async function collect(generate: TextGenerator, options: Partial<Parameters<TextGenerator>[0]> = {}) {
  let text = ''
  const usage: unknown[] = []
  try {
    const o = { ...PROMPT, onUsage: (told: unknown) => void usage.push(told), ...options }
    for await (const delta of generate(o)) text += delta
    return { text, error: null, usage }
  } catch (error) {
    return { text, error, usage }
  }
}

describe.each(PROVIDERS)('$provider', ({ provider, model, start, key, body }) => {
  let server: LlmServer
  beforeAll(async () => {
    server = await start({ pauseMs: 5, retryAfter: 1 })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.requests.length = 0
  })
  const ai = (options: { baseUrl?: string; model?: string } = {}) =>
    ({ provider, model, baseUrl: server.url, apiKey: KEY, timeoutMs: 10_000, ...options }) as const
  const generator = (options: { baseUrl?: string; model?: string } = {}): TextGenerator =>
    createTextGenerator(ai(options), silentLogger)

  test('streams a complete answer', async () => {
    server.use('good')
    const deltas: string[] = []
    for await (const delta of generator()(PROMPT)) deltas.push(delta)
    expect(deltas.join('')).toBe(ANSWER)
    expect(deltas.length).toBeGreaterThan(2)
  })

  test('sends model, system prompt, messages and limit, and the key in its header only', async () => {
    server.use('good')
    await collect(generator(), { maxOutputTokens: 800 })
    const [request] = server.requests
    expect(request?.body).toEqual(body)
    const holding = Object.entries(request?.headers ?? {}).filter(([, value]) => String(value).includes(KEY))
    expect(holding).toEqual([key])
    expect(JSON.stringify(request?.body)).not.toContain(KEY)
    expect(request?.headers['content-type']).toBe('application/json')
  })

  test('keeps the turns of a conversation', async () => {
    server.use('good')
    const turns = [
      { role: 'user' as const, content: 'Hello' },
      { role: 'assistant' as const, content: 'Good day.' },
    ]
    expect((await collect(generator(), { messages: [...turns, ...PROMPT.messages] })).text).toBe(ANSWER)
    expect(server.requests[0]?.messages.slice(1)).toEqual([...turns, ...PROMPT.messages])
  })

  test('works without a limit, and with a model that its library does not know', async () => {
    server.use('good')
    expect(await collect(generator({ model: 'fake-model' }))).toMatchObject({ text: ANSWER, error: null })
    expect(server.requests[0]?.model).toBe('fake-model')
  })

  test("reports the cost from the service's count", async () => {
    server.use('counted')
    expect((await collect(generator())).usage).toEqual([TOLD])
  })

  test.each<LlmMode>(['slow', 'cut_short'])('accepts an answer: %s', async (mode) => {
    server.use(mode)
    expect(await collect(generator())).toMatchObject({ text: ANSWER, error: null })
  })

  test.each<[LlmMode, number]>([
    ['rate_limited', 900],
    ['down', 0],
    ['overloaded', 0],
    ['error_first', 0],
    ['empty', 0],
  ])('retries once after %s', async (mode, atLeastMs) => {
    server.use(mode, 'good')
    const begun = performance.now()
    expect(await collect(generator())).toMatchObject({ text: ANSWER, error: null })
    expect(server.requests).toHaveLength(2)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(atLeastMs)
  })

  test.each<[mode: LlmMode, written: string, requests: number | null]>([
    ['rate_limited', '', 2],
    ['down', '', 2],
    ['overloaded', '', 2],
    ['error_first', '', 2],
    ['unauthorized', '', 1],
    ['broken', 'Refunds take ', null],
    ['error_midway', 'Refunds take ', 1],
    ['garbled', 'Refunds take ', 1],
    ['unfinished', ANSWER, 1],
    ['filtered', ANSWER, 1],
    ['refused', 'I cannot help with that.', 1],
    ['empty', '', 2],
    ['thoughtful', '', 2],
  ])('fails for %s without logging any of it', async (mode, written, requests) => {
    server.use(mode)
    const lines: string[] = []
    const log = createLogger({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
    const result = await collect(createTextGenerator(ai(), log))
    expect(result.error).toMatchObject(FAILED)
    expect(written.startsWith(result.text), result.text).toBe(true)
    // The first words may or may not arrive before the connection is cut.
    expect(server.requests).toHaveLength(requests ?? (result.text === '' ? 2 : 1))
    const said = [...lines, String((result.error as Error).cause)].join('\n')
    expect(lines.join('')).toContain('The language model failed')
    expect(said).not.toMatch(/Refunds|five|passages|cannot help/i)
    expect(said).not.toContain(KEY)
    expect(JSON.stringify(result.error, Object.getOwnPropertyNames(result.error))).not.toContain('Refunds')
  })

  test.each<[LlmMode, RegExp]>([
    ['unauthorized', /401: Invalid key/],
    ['rate_limited', /429: Slow down/],
    ['refused', /content-filter/],
    ['filtered', /content-filter/],
    ['thoughtful', /limit was used up by reasoning/],
    ['error_midway', /5\d\d: (?:Overloaded|The server had an error)/],
  ])('logs the reason for the operator: %s', async (mode, why) => {
    server.use(mode)
    expect(String(((await collect(generator())).error as Error).cause)).toMatch(why)
  })

  test('ends the request after the timeout when nothing is sent', async () => {
    server.use('hang')
    expect(await collect(generator(), { timeoutMs: 150 })).toMatchObject({ text: '', error: FAILED, usage: [] })
    await server.abandoned()
    expect(server.requests).toHaveLength(1)
  })

  test('ends the request when the caller aborts', async () => {
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

  test('reports a wrong address as such', async () => {
    const result = await collect(generator({ baseUrl: `${server.url}/v2` }))
    expect(String((result.error as Error).cause)).toMatch(/404: Unknown address/)
  })
})

// The libraries read variables of their own while they are loaded: once in a process, so in one of its own.
test.each([
  ['anthropic', 'ANTHROPIC_BASE_URL', startAnthropicServer],
  ['openai', 'OPENAI_BASE_URL', startOpenAiServer],
] as const)('%s answers when %s is set and empty', async (provider, own, start) => {
  const server = await start({})
  const ai = { provider, model: 'fake-model', baseUrl: server.url, apiKey: KEY, timeoutMs: 10_000 }
  const program = `
    import { createTextGenerator } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
    const log = { error: ({ err }) => console.error(err.message), warn: ({ err }) => console.error(err.message) }
    const generate = createTextGenerator(${JSON.stringify(ai)}, log)
    for await (const text of generate(${JSON.stringify(PROMPT)})) process.stdout.write(text)`
  const ended = await execFile(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH, [own]: '' },
  })
  expect(ended).toEqual({ stdout: ANSWER, stderr: '' })
  await server.close()
})

test('a model that cannot be loaded is unavailable', async () => {
  const ai = { provider: 'anthropic', model: 'm', baseUrl: ' ', apiKey: KEY, timeoutMs: 10_000 } as const
  const lines: string[] = []
  const log = createLogger({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
  expect(await collect(createTextGenerator(ai, log))).toMatchObject({ text: '', error: FAILED })
  expect(lines.join('')).toContain('The language model could not be loaded')
})

describe('reasoning models', () => {
  test('get a low effort from Anthropic if they always reason, and tokens for both parts', async () => {
    const server = await startAnthropicServer()
    const ai = { provider: 'anthropic', baseUrl: server.url, apiKey: KEY, timeoutMs: 10_000 } as const
    const generate = createTextGenerator({ ...ai, model: 'claude-opus-5-5' }, silentLogger)
    expect((await collect(generate, { maxOutputTokens: 800 })).text).toBe(ANSWER)
    expect(server.requests[0]?.body).toMatchObject({ max_tokens: 2800, output_config: { effort: 'low' } })
    expect(server.requests[0]?.body).not.toHaveProperty('thinking')
    await server.close()
  })

  test('get no option from OpenAI that some of them refuse', async () => {
    const server = await startOpenAiServer()
    const ai = { provider: 'openai', baseUrl: server.url, apiKey: KEY, timeoutMs: 10_000 } as const
    const generate = createTextGenerator({ ...ai, model: 'gpt-5-mini' }, silentLogger)
    expect((await collect(generate, { maxOutputTokens: 800 })).text).toBe(ANSWER)
    expect(server.requests[0]?.body).toMatchObject({ max_output_tokens: 2800, store: false })
    expect(server.requests[0]?.body).not.toHaveProperty('reasoning')
    await server.close()
  })
})
