// A fake of a hosted model: an HTTP server that speaks OpenAI's streaming chat completions.
import { COUNTED, type Ending } from './model-answers.ts'
import { type Dialect, type LlmServer, type LlmServerOptions, startModelServer } from './model-server.ts'

export { COUNTED, type LlmMode } from './model-answers.ts'
export type { LlmServer } from './model-server.ts'

interface Body {
  model: string
  messages: { role: string; content: string | { type: string; text: string }[] }[]
}

const plain = (content: Body['messages'][number]['content']): string =>
  typeof content === 'string' ? content : content.map((part) => part.text).join('')

const REASONS: Record<Ending, string> = {
  complete: 'stop',
  filtered: 'content_filter',
  refused: 'content_filter',
  length: 'length',
}
const STATUS = { rate_limited: 429, down: 503, overloaded: 503, unauthorized: 401, not_found: 404, invalid: 400 }

const CHAT_COMPLETIONS: Dialect = {
  provider: 'openai-compatible',
  path: '/v1/chat/completions',
  read(body) {
    const { model, messages } = body as unknown as Body
    return { model, messages: messages.map(({ role, content }) => ({ role, content: plain(content) })) }
  },
  refusal: (why, message) => ({ status: STATUS[why], body: { error: { message, type: 'error', code: null } } }),
  writing(send) {
    const chunk = (rest: object) =>
      send({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'fake-model', ...rest })
    const delta = (delta: { role?: string; content?: string }, finish_reason: string | null = null) =>
      chunk({ choices: [{ index: 0, delta, finish_reason }] })
    return {
      begin: () => delta({ role: 'assistant', content: '' }),
      word: (content) => delta({ content }),
      fail: () => send({ error: { message: 'Overloaded', type: 'server_error' } }),
      end(ending, counted) {
        delta({}, REASONS[ending])
        if (counted) chunk({ choices: [], usage: COUNTED })
        send('[DONE]')
      },
    }
  },
}

export const startLlmServer = (options: LlmServerOptions = {}): Promise<LlmServer> =>
  startModelServer(CHAT_COMPLETIONS, options)
