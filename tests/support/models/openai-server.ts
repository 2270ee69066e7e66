// A fake of OpenAI: an HTTP server that speaks the streaming Responses API.
import { COUNTED, type Ending } from './model-answers.ts'
import { type Dialect, type LlmServer, type LlmServerOptions, startModelServer } from './model-server.ts'

interface Body {
  model: string
  stream?: boolean
  instructions?: string
  max_output_tokens?: number
  input: { role: string; content: string | { type: string; text: string }[] }[]
}

/** Known parameters of the API that a text request can need; others are refused. */
const PARAMETERS = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'store',
  'include',
  'max_output_tokens',
  'metadata',
  'reasoning',
  'service_tier',
  'temperature',
  'text',
  'top_p',
  'truncation',
])
const ROLES = new Set(['system', 'developer', 'user', 'assistant'])
const LEAST_TOKENS = 16

const plain = (content: Body['input'][number]['content']): string =>
  typeof content === 'string' ? content : content.map((part) => part.text).join('')

function problemOf(body: Body): string | null {
  const unknown = Object.keys(body).find((name) => !PARAMETERS.has(name))
  if (unknown) return `Unknown parameter: '${unknown}'.`
  const limit = body.max_output_tokens
  if (limit !== undefined && limit < LEAST_TOKENS) return "Invalid 'max_output_tokens': integer below minimum value."
  if (!body.stream) return 'This fake only streams.'
  for (const { role, content } of body.input) {
    if (!ROLES.has(role)) return `Invalid value: '${role}'.`
    const type = role === 'assistant' ? 'output_text' : 'input_text'
    const stranger = typeof content === 'string' ? undefined : content.find((part) => part.type !== type)
    if (stranger) return `Invalid value: '${stranger.type}'.`
  }
  return null
}

const ERRORS = {
  rate_limited: [429, 'tokens', 'rate_limit_exceeded'],
  down: [503, 'server_error', null],
  overloaded: [500, 'server_error', 'server_error'],
  unauthorized: [401, 'invalid_request_error', 'invalid_api_key'],
  not_found: [404, 'invalid_request_error', null],
  invalid: [400, 'invalid_request_error', null],
} as const

const REASONS: Partial<Record<Ending, string>> = { filtered: 'content_filter', length: 'max_output_tokens' }

const RESPONSES: Dialect = {
  provider: 'openai',
  path: '/v1/responses',
  read(sent) {
    const body = sent as unknown as Body
    const problem = problemOf(body)
    if (problem !== null) return problem
    const messages = body.input.map(({ role, content }) => ({ role, content: plain(content) }))
    const system = body.instructions ? [{ role: 'system', content: body.instructions }] : []
    return { model: body.model, messages: [...system, ...messages] }
  },
  refusal(why, message) {
    const [status, type, code] = ERRORS[why]
    return { status, body: { error: { message, type, param: null, code } }, headers: { 'x-request-id': 'req_1' } }
  },
  writing(write, { model, messages, body }, mode) {
    let sequence_number = 0
    const send = (type: string, rest: object) => write({ type, sequence_number: sequence_number++, ...rest }, type)
    const response = (status: string, rest: object = {}) => ({
      response: {
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        status,
        model,
        error: null,
        incomplete_details: null,
        instructions: body.instructions ?? null,
        max_output_tokens: body.max_output_tokens ?? null,
        output: [],
        store: body.store ?? true,
        usage: null,
        ...rest,
      },
    })
    const refusing = mode === 'refused'
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
    const message = (status: string, content: object[]) => ({
      output_index: 0,
      item: { id: 'msg_1', type: 'message', status, role: 'assistant', content },
    })
    const part = (text: string) =>
      refusing ? { type: 'refusal', refusal: text } : { type: 'output_text', annotations: [], logprobs: [], text }
    const prompt = messages.reduce((sum, { content }) => sum + content.length, 0)
    let sentText = ''
    let words = 0
    return {
      begin() {
        send('response.created', response('in_progress'))
        send('response.in_progress', response('in_progress'))
      },
      word(text) {
        if (sentText === '') {
          send('response.output_item.added', message('in_progress', []))
          send('response.content_part.added', { ...place, part: part('') })
        }
        sentText += text
        words += 1
        if (refusing) send('response.refusal.delta', { ...place, delta: text })
        else send('response.output_text.delta', { ...place, delta: text, logprobs: [] })
      },
      fail() {
        const error = { code: 'server_error', message: 'The server had an error' }
        if (sentText === '') send('response.failed', response('failed', { error }))
        else send('error', { ...error, param: null })
      },
      end(ending, counted) {
        if (sentText !== '') {
          if (refusing) send('response.refusal.done', { ...place, refusal: sentText })
          else send('response.output_text.done', { ...place, text: sentText, logprobs: [] })
          send('response.content_part.done', { ...place, part: part(sentText) })
          send('response.output_item.done', message('completed', [part(sentText)]))
        }
        const input_tokens = counted ? COUNTED.prompt_tokens : Math.ceil(prompt / 4)
        const output_tokens = counted ? COUNTED.completion_tokens : words
        const usage = {
          input_tokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: input_tokens + output_tokens,
        }
        const reason = REASONS[ending]
        const state = reason ? 'incomplete' : 'completed'
        send(`response.${state}`, response(state, { usage, incomplete_details: reason ? { reason } : null }))
      },
    }
  },
}

export const startOpenAiServer = (options: LlmServerOptions = {}): Promise<LlmServer> =>
  startModelServer(RESPONSES, options)
