// Common parts of the fakes of hosted models: an HTTP server that streams answers, also misbehaving ones.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Ending, endingOf, type LlmMode, wordsFor } from './model-answers.ts'

export interface LlmRequest {
  model: string
  messages: { role: string; content: string }[]
  authorization: string | undefined
  headers: IncomingHttpHeaders
  /** As it was sent. */
  body: Record<string, unknown>
}

export interface LlmServer {
  /** For AI_BASE_URL. */
  url: string
  /** Environment of a server that uses this model. */
  env: Record<string, string>
  requests: LlmRequest[]
  /** The next requests' mode; a list is used up in order, its last entry stays. */
  use(...modes: LlmMode[]): void
  /** Lets the second sentence of `in_two` follow. */
  goOn(): void
  /** Resolves when a client has let go of a request before its end. */
  abandoned: () => Promise<void>
  close(): Promise<void>
}

/** `pauseMs`: before each word in the mode `slow`. `retryAfter`: seconds, in the mode `rate_limited`. */
export interface LlmServerOptions {
  pauseMs?: number
  retryAfter?: number
}

/** Sends one server-sent event; without a name, as OpenAI's chat completions do. */
export type SendEvent = (data: unknown, name?: string) => void

/** One answer being written in a provider's events. */
export interface Writing {
  begin(): void
  word(text: string): void
  /** Something went wrong at the provider; the stream is not closed. */
  fail(): void
  end(ending: Ending, counted: boolean): void
}

export interface Refusal {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** Wire format of one provider. */
export interface Dialect {
  provider: 'openai-compatible' | 'anthropic' | 'openai'
  /** Below the host. */
  path: string
  /** The request's prompt, or the provider's reason to refuse it. */
  read(body: Record<string, unknown>, headers: IncomingHttpHeaders): Pick<LlmRequest, 'model' | 'messages'> | string
  refusal(why: 'rate_limited' | 'down' | 'overloaded' | 'unauthorized' | 'not_found' | 'invalid', says: string): Refusal
  writing(send: SendEvent, request: LlmRequest, mode: LlmMode): Writing
}

const REFUSED = { rate_limited: 'Slow down', down: 'Maintenance', overloaded: 'Overloaded' }
const isRefusing = (mode: LlmMode): mode is keyof typeof REFUSED => mode in REFUSED

interface Pace {
  pauseMs: number
  /** Resolves when the second half of an answer may follow. */
  secondHalf: Promise<void>
}

async function stream(res: ServerResponse, writing: Writing, mode: LlmMode, words: string[], pace: Pace) {
  if (mode === 'error_first') {
    writing.fail()
    return void res.end()
  }
  writing.begin()
  for (const [i, word] of words.entries()) {
    if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, pace.pauseMs))
    if (i === 2 && mode === 'broken') return void res.destroy()
    if (i === 2 && mode === 'hang_midway') return
    if (i === 2 && mode === 'error_midway') writing.fail()
    if (i === 2 && mode === 'garbled') res.write(`data: {"type":"response.output_text.delta","delta":["${word}"\n\n`)
    writing.word(word)
    // The reader recognizes the end of a sentence by the first word of the next one.
    if (mode === 'in_two' && words[i - 1]?.startsWith('[')) await pace.secondHalf
  }
  if (mode !== 'unfinished') writing.end(endingOf(mode), mode === 'counted')
  res.end()
}

export async function startModelServer(dialect: Dialect, options: LlmServerOptions = {}): Promise<LlmServer> {
  let queue: LlmMode[] = ['good']
  let halves = Promise.withResolvers<void>()
  let gone = Promise.withResolvers<void>()
  const requests: LlmRequest[] = []

  function refuse(res: ServerResponse, why: Parameters<Dialect['refusal']>[0], says: string): void {
    const { status, body, headers } = dialect.refusal(why, says)
    const retry = why === 'rate_limited' ? { 'retry-after': String(options.retryAfter ?? 20) } : {}
    res.writeHead(status, { 'content-type': 'application/json', ...retry, ...headers })
    res.end(JSON.stringify(body))
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.on('close', () => {
      if (!res.writableEnded) gone.resolve()
    })
    if (req.method !== 'POST' || req.url !== dialect.path) return refuse(res, 'not_found', 'Unknown address')
    const body = JSON.parse(await text(req)) as Record<string, unknown>
    const asked = dialect.read(body, req.headers)
    if (typeof asked === 'string') return refuse(res, 'invalid', asked)
    const request = { ...asked, authorization: req.headers.authorization, headers: req.headers, body }
    requests.push(request)
    const mode = (queue.length > 1 ? queue.shift() : queue[0]) ?? 'good'
    // As some gateways do, it repeats the key that it does not accept.
    const key = req.headers['x-api-key'] ?? req.headers.authorization ?? 'none'
    if (mode === 'unauthorized') return refuse(res, mode, `Invalid key: ${String(key)}`)
    if (isRefusing(mode)) return refuse(res, mode, REFUSED[mode])
    if (mode === 'hang') return
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    const send: SendEvent = (data, name) => {
      const line = typeof data === 'string' ? data : JSON.stringify(data)
      res.write(`${name ? `event: ${name}\n` : ''}data: ${line}\n\n`)
    }
    const words = wordsFor(mode, request.messages.map((message) => message.content).join('\n'))
    const pace = { pauseMs: options.pauseMs ?? 50, secondHalf: halves.promise }
    await stream(res, dialect.writing(send, request, mode), mode, words, pace)
  }

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`

  return {
    url,
    env: { AI_PROVIDER: dialect.provider, AI_MODEL: 'fake-model', AI_BASE_URL: url, AI_API_KEY: 'key' },
    requests,
    use(...modes) {
      queue = modes
      gone = Promise.withResolvers()
      halves = Promise.withResolvers()
    },
    goOn: () => halves.resolve(),
    abandoned: () => gone.promise,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
