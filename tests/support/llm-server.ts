// A stand-in for a hosted model: an HTTP server that speaks OpenAI's streaming chat completions.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * `good` answers with the first passage's first sentence and cites it · `counted` does so and tells `COUNTED` as its cost · `slow` does so with a pause before each word ·
 * `in_two` does so with its first two, the second when `goOn` is called ·
 * `rate_limited` 429 with Retry-After · `down` 503 · `unauthorized` 401 · `broken` cuts the connection in mid-stream ·
 * `error_midway` sends an error event and then ends as if all were well · `unfinished` ends without a finish reason ·
 * `filtered` ends with `content_filter` · `empty` writes nothing · `nonsense` writes without a citation · `false_citations` cites
 * passages that don't exist · `hang` accepts and never answers · `hang_midway` falls silent after the first words ·
 * `obedient` does whatever the passages tell it to · `not_found` says that the passages lack the answer.
 */
export type LlmMode =
  | 'good'
  | 'counted'
  | 'slow'
  | 'in_two'
  | 'rate_limited'
  | 'down'
  | 'unauthorized'
  | 'broken'
  | 'error_midway'
  | 'unfinished'
  | 'filtered'
  | 'empty'
  | 'nonsense'
  | 'false_citations'
  | 'hang'
  | 'hang_midway'
  | 'obedient'
  | 'not_found'

export const COUNTED = { prompt_tokens: 321, completion_tokens: 12, total_tokens: 333 }

export interface LlmRequest {
  model: string
  messages: { role: string; content: string }[]
  authorization: string | undefined
}

export interface LlmServer {
  /** For AI_BASE_URL. */
  url: string
  /** What has a server ask it. */
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

const NOT_FOUND = 'NOT_IN_PASSAGES'

interface Body {
  model: string
  messages: { role: string; content: string | { type: string; text: string }[] }[]
}

const plain = (content: Body['messages'][number]['content']): string =>
  typeof content === 'string' ? content : content.map((part) => part.text).join('')

/** The numbered passages of the prompt: `[1] title` and the lines below it. */
function passagesIn(prompt: string): { number: number; body: string }[] {
  return [...prompt.matchAll(/^\[(\d+)\] ([^\n]*)\n([\s\S]*?)(?=^\[\d+\] |^Question: |$(?![\s\S]))/gm)].map(
    (match) => ({
      number: Number(match[1]),
      body: (match[3] ?? '').trim() || (match[2] ?? ''),
    }),
  )
}

const sentencesOf = (passage: string): string[] => passage.match(/\S[\s\S]*?(?:[.!?](?=\s|$)|$)/g) ?? []

function answerFor(mode: LlmMode, prompt: string): string {
  const [first] = passagesIn(prompt)
  switch (mode) {
    case 'nonsense':
      return 'Purple clocks sing quietly about seventeen unrelated mountains.'
    case 'false_citations':
      return 'You get a full refund within 400 days [97] and a free bicycle [42].'
    case 'obedient':
      return (
        /(?:say|reply with|answer with)\s+["“]?([^"”.\n]+)/i.exec(prompt)?.[1] ?? 'Nothing told me what to say [1].'
      )
    case 'not_found':
      return NOT_FOUND
    case 'in_two':
      return first
        ? sentencesOf(first.body)
            .slice(0, 2)
            .map((sentence) => `${sentence} [${first.number}]`)
            .join(' ')
        : NOT_FOUND
    default:
      return first ? `${sentencesOf(first.body)[0]} [${first.number}]` : NOT_FOUND
  }
}

class Reply {
  readonly #res: ServerResponse

  constructor(res: ServerResponse) {
    this.#res = res
    res.writeHead(200, { 'content-type': 'text/event-stream' })
  }

  event(data: unknown): void {
    this.#res.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  }

  delta(delta: { role?: string; content?: string }, finish_reason: string | null = null): void {
    this.event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'stand-in',
      choices: [{ index: 0, delta, finish_reason }],
    })
  }

  finish(reason: string, usage?: typeof COUNTED): void {
    this.delta({}, reason)
    if (usage)
      this.event({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'stand-in',
        choices: [],
        usage,
      })
    this.event('[DONE]')
    this.#res.end()
  }
}

function refuse(res: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers })
  res.end(JSON.stringify({ error: { message, type: 'error', code: null } }))
}

interface Pace {
  pauseMs: number
  /** Resolves when the second half of an answer may follow. */
  secondHalf: Promise<void>
}

async function stream(res: ServerResponse, mode: LlmMode, prompt: string, pace: Pace): Promise<void> {
  const reply = new Reply(res)
  reply.delta({ role: 'assistant', content: '' })
  if (mode === 'empty') return reply.finish('stop')
  const words = answerFor(mode, prompt).match(/\S+\s*/g) ?? []
  for (const [i, word] of words.entries()) {
    if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, pace.pauseMs))
    if (i === 2 && mode === 'broken') return void res.destroy()
    if (i === 2 && mode === 'hang_midway') return
    if (i === 2 && mode === 'error_midway') reply.event({ error: { message: 'Overloaded', type: 'server_error' } })
    reply.delta({ content: word })
    // The next sentence's first word tells the reader that this one has ended.
    if (mode === 'in_two' && words[i - 1]?.startsWith('[')) await pace.secondHalf
  }
  if (mode === 'unfinished') return void res.end()
  return reply.finish(mode === 'filtered' ? 'content_filter' : 'stop', mode === 'counted' ? COUNTED : undefined)
}

/** `pauseMs`: before each word in the mode `slow`. `retryAfter`: seconds, in the mode `rate_limited`. */
export async function startLlmServer(o: { pauseMs?: number; retryAfter?: number } = {}): Promise<LlmServer> {
  let queue: LlmMode[] = ['good']
  let halves = Promise.withResolvers<void>()
  let gone = Promise.withResolvers<void>()
  const requests: LlmRequest[] = []

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.on('close', () => {
      if (!res.writableEnded) gone.resolve()
    })
    if (req.method !== 'POST' || req.url !== '/v1/chat/completions') return refuse(res, 404, 'Unknown address')
    const body = JSON.parse(await text(req)) as Body
    const messages = body.messages.map(({ role, content }) => ({ role, content: plain(content) }))
    requests.push({ model: body.model, messages, authorization: req.headers.authorization })
    const mode = (queue.length > 1 ? queue.shift() : queue[0]) ?? 'good'
    if (mode === 'rate_limited') return refuse(res, 429, 'Slow down', { 'retry-after': String(o.retryAfter ?? 20) })
    if (mode === 'down') return refuse(res, 503, 'Maintenance')
    if (mode === 'unauthorized') return refuse(res, 401, 'Invalid key')
    if (mode === 'hang') return
    await stream(res, mode, messages.map((message) => message.content).join('\n'), {
      pauseMs: o.pauseMs ?? 50,
      secondHalf: halves.promise,
    })
  }

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`

  return {
    url,
    env: { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'stand-in', AI_BASE_URL: url, AI_API_KEY: 'key' },
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
