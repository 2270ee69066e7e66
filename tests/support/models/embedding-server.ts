// A fake of an embedding service: an HTTP server that speaks OpenAI's /v1/embeddings.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { vectorOf } from './embedding-vectors.ts'

/**
 * `good`: answers. `slow`: answers after a pause. `hang`: never answers. `rate_limited`: 429 with Retry-After. `down`:
 * 500. `unauthorized`: 401. `wrong_dimensions`: the last vector has another length. `too_few`: one vector is missing.
 * `nonsense`: the body is not JSON. `strict`: refuses texts over `mostCharacters`. `refusing`: refuses every request.
 */
export type EmbeddingMode =
  | 'good'
  | 'slow'
  | 'hang'
  | 'rate_limited'
  | 'down'
  | 'unauthorized'
  | 'wrong_dimensions'
  | 'too_few'
  | 'nonsense'
  | 'strict'
  | 'refusing'

export interface EmbeddingRequest {
  model: string
  input: string[]
  dimensions: number | undefined
  authorization: string | undefined
}

export interface EmbeddingServer {
  /** For EMBEDDING_BASE_URL. */
  url: string
  requests: EmbeddingRequest[]
  /** The next requests' mode; a list is used up in order, its last entry stays. */
  use(...modes: EmbeddingMode[]): void
  /** Sets the mode of one model; `undefined` resets it. */
  useFor(model: string, mode: EmbeddingMode | undefined): void
  /** Resolves when a client has let go of a request before its end. */
  abandoned(): Promise<void>
  close(): Promise<void>
}

interface Body {
  model: string
  input: string | string[]
  dimensions?: number
}

function refuse(res: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers })
  res.end(JSON.stringify({ error: { message, type: 'error', code: null } }))
}

/** `pauseMs`: in the mode `slow`. `retryAfter`: of the mode `rate_limited`. `length`: of the vectors, unless asked for. */
export async function startEmbeddingServer(
  options: { pauseMs?: number; retryAfter?: string; length?: number; mostCharacters?: number } = {},
): Promise<EmbeddingServer> {
  const { pauseMs = 50, retryAfter = '20', length = 256, mostCharacters = 600 } = options
  let queue: EmbeddingMode[] = ['good']
  const ofModel = new Map<string, EmbeddingMode>()
  let gone = Promise.withResolvers<void>()
  const requests: EmbeddingRequest[] = []

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.on('close', () => {
      if (!res.writableEnded) gone.resolve()
    })
    if (req.method !== 'POST' || req.url !== '/v1/embeddings') return refuse(res, 404, 'Unknown address')
    const { model, input: given, dimensions } = JSON.parse(await text(req)) as Body
    const input = Array.isArray(given) ? given : [given]
    requests.push({ model, input, dimensions, authorization: req.headers.authorization })
    const mode = ofModel.get(model) ?? (queue.length > 1 ? queue.shift() : queue[0]) ?? 'good'
    if (mode === 'rate_limited') return refuse(res, 429, 'Slow down', { 'retry-after': retryAfter })
    if (mode === 'down') return refuse(res, 500, 'Out of order')
    if (mode === 'unauthorized') return refuse(res, 401, `Invalid key: ${req.headers.authorization}`)
    if (mode === 'refusing') return refuse(res, 400, 'This model makes no embeddings')
    if (mode === 'strict' && input.some((text) => text.length > mostCharacters)) {
      return refuse(res, 400, 'The input is longer than the context of the model')
    }
    if (mode === 'hang') return
    if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, pauseMs))
    res.writeHead(200, { 'content-type': 'application/json' })
    if (mode === 'nonsense') return void res.end('<html>Welcome to nginx!</html>')
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: vectorOf(text, dimensions ?? length, model),
    }))
    if (mode === 'wrong_dimensions') data.at(-1)?.embedding.pop()
    if (mode === 'too_few') data.pop()
    const tokens = input.reduce((sum, text) => sum + text.length, 0)
    res.end(JSON.stringify({ object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } }))
  }

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    use(...modes) {
      queue = modes
      gone = Promise.withResolvers()
    },
    useFor(model, mode) {
      if (mode === undefined) ofModel.delete(model)
      else ofModel.set(model, mode)
    },
    abandoned: () => gone.promise,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
