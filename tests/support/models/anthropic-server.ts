// A fake of Anthropic: an HTTP server that speaks the streaming Messages API.
import { COUNTED, type Ending } from './model-answers.ts'
import { type Dialect, type LlmServer, type LlmServerOptions, startModelServer } from './model-server.ts'

type Blocks = string | { type: string; text: string }[]

interface Body {
  model: string
  max_tokens?: number
  stream?: boolean
  system?: Blocks
  messages: { role: string; content: Blocks }[]
}

/** Known parameters of the API that a text request can need; others are refused. */
const PARAMETERS = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'stream',
  'stop_sequences',
  'temperature',
  'top_k',
  'top_p',
  'metadata',
  'service_tier',
  'thinking',
  'output_config',
])

const plain = (blocks: Blocks): string =>
  typeof blocks === 'string' ? blocks : blocks.map((block) => block.text).join('\n')

function problemOf(body: Body, version: unknown): string | null {
  if (version !== '2023-06-01') return 'anthropic-version: header is required'
  const unknown = Object.keys(body).find((name) => !PARAMETERS.has(name))
  if (unknown) return `${unknown}: Extra inputs are not permitted`
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1) return 'max_tokens: Field required'
  if (!body.stream) return 'stream: this fake only streams'
  const stranger = body.messages.findIndex(({ role }) => role !== 'user' && role !== 'assistant')
  if (stranger >= 0) return `messages.${stranger}.role: Input should be 'user' or 'assistant'`
  return null
}

const STOP_REASONS: Record<Ending, string> = {
  complete: 'end_turn',
  filtered: 'refusal',
  refused: 'refusal',
  length: 'max_tokens',
}

const ERRORS = {
  rate_limited: [429, 'rate_limit_error'],
  down: [500, 'api_error'],
  overloaded: [529, 'overloaded_error'],
  unauthorized: [401, 'authentication_error'],
  not_found: [404, 'not_found_error'],
  invalid: [400, 'invalid_request_error'],
} as const

const MESSAGES: Dialect = {
  provider: 'anthropic',
  path: '/v1/messages',
  read(sent, headers) {
    const body = sent as unknown as Body
    const problem = problemOf(body, headers['anthropic-version'])
    if (problem !== null) return problem
    const messages = body.messages.map(({ role, content }) => ({ role, content: plain(content) }))
    const system = body.system ? [{ role: 'system', content: plain(body.system) }] : []
    return { model: body.model, messages: [...system, ...messages] }
  },
  refusal(why, message) {
    const [status, type] = ERRORS[why]
    const body = { type: 'error', error: { type, message }, request_id: 'req_1' }
    return { status, body, headers: { 'request-id': 'req_1', 'x-should-retry': String(status >= 429) } }
  },
  writing(write, { model, messages }, mode) {
    const send = (event: { type: string; [field: string]: unknown }) => write(event, event.type)
    // The service always reports usage: prompt tokens with the first event, the others with the last.
    const prompt = messages.reduce((sum, { content }) => sum + content.length, 0)
    const input_tokens = mode === 'counted' ? COUNTED.prompt_tokens : Math.ceil(prompt / 4)
    let output_tokens = 1
    let open = false
    return {
      begin() {
        const usage = { input_tokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens }
        const stop = { stop_reason: null, stop_sequence: null }
        send({
          type: 'message_start',
          message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], ...stop, usage },
        })
        send({ type: 'ping' })
      },
      word(text) {
        if (!open) send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
        open = true
        output_tokens += 1
        send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
      },
      fail: () => send({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      end(ending, counted) {
        if (open) send({ type: 'content_block_stop', index: 0 })
        const usage = { output_tokens: counted ? COUNTED.completion_tokens : output_tokens }
        send({ type: 'message_delta', delta: { stop_reason: STOP_REASONS[ending], stop_sequence: null }, usage })
        send({ type: 'message_stop' })
      },
    }
  },
}

export const startAnthropicServer = (options: LlmServerOptions = {}): Promise<LlmServer> =>
  startModelServer(MESSAGES, options)
