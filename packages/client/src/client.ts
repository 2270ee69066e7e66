import { readEventStream } from '../../../src/kernel/event-stream.ts'
import { AnswerloomError, errorOf } from './error.ts'
import type { Answer, AnswerSource, PageLanguage, PublicFaq, PublicWorkspace, SearchResult, Vote } from './types.ts'

export interface ClientOptions {
  /** Address of the Answerloom server, such as `https://help.example.com`. */
  server: string
  /** The workspace: the last part of its help page's address. */
  subdomain: string
  /** Language of replies that are not content, such as to a greeting; English by default. */
  language?: PageLanguage
  /** Stored with each question. By default the page's address without query and fragment, where there is a page. */
  pageUrl?: string
  /** Used in place of the global `fetch`, for example to add caching. */
  fetch?: typeof fetch
}

export interface RequestOptions {
  signal?: AbortSignal
}

export interface AskOptions extends RequestOptions {
  /** From an earlier answer; `conversation()` keeps it for you. */
  conversationId?: string
}

/** `delta` is the next piece of the answer's Markdown; `answer` comes last and is the whole answer. */
export type AskEvent =
  | { type: 'sources'; sources: AnswerSource[] }
  | { type: 'delta'; text: string }
  | { type: 'answer'; answer: Answer }

/** The answer's `message_id`, or, where no answer came, the question itself. */
export type HandoffSubject = { messageId: string } | { question: string; conversationId?: string }

/** Follow-up questions are understood in the light of earlier ones. */
export interface Conversation {
  readonly id: string
  ask(question: string, options?: RequestOptions): Promise<Answer>
  askStream(question: string, options?: RequestOptions): AsyncGenerator<AskEvent, void, undefined>
}

export interface AnswerloomClient {
  readonly options: ClientOptions
  workspace(options?: RequestOptions): Promise<PublicWorkspace>
  /** Published FAQs in their order. */
  faqs(options?: RequestOptions & { limit?: number }): Promise<PublicFaq[]>
  /** @param options `prefix`: the visitor is still typing, so the last word may be incomplete */
  search(query: string, options?: RequestOptions & { limit?: number; prefix?: boolean }): Promise<SearchResult[]>
  ask(question: string, options?: AskOptions): Promise<Answer>
  askStream(question: string, options?: AskOptions): AsyncGenerator<AskEvent, void, undefined>
  conversation(id?: string): Conversation
  /** `null` takes a vote back. With `suggestionId` the vote is about that suggestion alone. */
  vote(
    messageId: string,
    vote: Vote | null,
    options?: RequestOptions & { reason?: string; suggestionId?: string },
  ): Promise<void>
  /** Asks for a person, who answers to the email address. */
  handoff(subject: HandoffSubject, email: string, options?: RequestOptions & { note?: string }): Promise<void>
}

/** A UUIDv4. `crypto.randomUUID` exists only on pages loaded over HTTPS. */
const randomId = (): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    (Number(crypto.getRandomValues(new Uint8Array(1))) & 15).toString(16),
  )

const currentPage = (): string | undefined => globalThis.location?.href?.split(/[?#]/)[0]?.slice(0, 2_000)

/** Every method rejects with an `AnswerloomError`, or with the signal's reason when it is aborted. */
export function createClient(options: ClientOptions): AnswerloomClient {
  const { subdomain, language } = options
  const base = `${options.server.replace(/\/+$/, '')}/api/v1/public/`
  let needsToken = false

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    let response: Response
    try {
      response = await (options.fetch ?? fetch)(base + path, init)
    } catch (cause) {
      init.signal?.throwIfAborted()
      throw new AnswerloomError('The server could not be reached.', { code: 'client.unreachable', cause })
    }
    if (!response.ok) throw await errorOf(response)
    return response
  }

  const get = async (path: string, signal?: AbortSignal) => (await request(path, { signal })).json()
  const post = (path: string, body: object, signal?: AbortSignal, accept = 'application/json') =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(body),
      signal,
    })

  /** Metadata of a question. A token is good for one question. */
  const askedFrom = async (conversationId: string | undefined, signal?: AbortSignal) => ({
    subdomain,
    conversation_id: conversationId,
    page_url: options.pageUrl ?? currentPage(),
    visitor_token: needsToken ? (await (await post('token', { subdomain }, signal)).json()).token : undefined,
  })

  /** Runs again with a token where the workspace lists its allowed origins. */
  async function withToken<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (error) {
      if (needsToken || (error as AnswerloomError).code !== 'widget.token_required') throw error
      needsToken = true
      return send()
    }
  }

  async function sendQuestion(question: string, { conversationId, signal }: AskOptions, accept?: string) {
    const send = (proof?: string) =>
      withToken(async () =>
        post('ask', { question, lang: language, proof, ...(await askedFrom(conversationId, signal)) }, signal, accept),
      )
    try {
      return await send()
    } catch (error) {
      const { code, details } = error as AnswerloomError
      if (code !== 'ask.proof_required') throw error
      const { proveWork } = await import('./proof.ts')
      return send(await proveWork(String(details.challenge), Number(details.bits), signal))
    }
  }

  async function* askStream(question: string, asked: AskOptions = {}): AsyncGenerator<AskEvent, void, undefined> {
    const { body } = await sendQuestion(question, asked, 'text/event-stream')
    let cause: unknown
    try {
      if (body)
        for await (const [event, data] of readEventStream(body)) {
          const value = JSON.parse(data)
          if (event === 'sources') yield { type: event, sources: value }
          else if (event === 'delta') yield { type: event, text: value.text }
          else if (event === 'done') return yield { type: 'answer', answer: value }
          else if (event === 'error') break
        }
    } catch (error) {
      asked.signal?.throwIfAborted()
      cause = error
    }
    throw new AnswerloomError('The answer was interrupted.', { code: 'client.interrupted', cause })
  }

  const ask = async (question: string, asked: AskOptions = {}): Promise<Answer> =>
    (await sendQuestion(question, asked)).json()

  return {
    options,
    ask,
    askStream,
    workspace: ({ signal } = {}) => get(`workspaces/${encodeURIComponent(subdomain)}`, signal),
    faqs: async ({ limit, signal } = {}) =>
      (await get(`workspaces/${encodeURIComponent(subdomain)}/faqs${limit ? `?limit=${limit}` : ''}`, signal)).items,
    async search(query, { limit, prefix, signal } = {}) {
      const parameters = new URLSearchParams({ subdomain, q: query })
      if (limit) parameters.set('limit', `${limit}`)
      if (prefix) parameters.set('prefix', '1')
      return (await get(`search?${parameters}`, signal)).results
    },
    conversation: (id = randomId()) => ({
      id,
      ask: (question, asked) => ask(question, { ...asked, conversationId: id }),
      askStream: (question, asked) => askStream(question, { ...asked, conversationId: id }),
    }),
    async vote(messageId, vote, { reason, suggestionId, signal } = {}) {
      await post('feedback', { message_id: messageId, vote, reason, suggestion_id: suggestionId }, signal)
    },
    async handoff(subject, email, { note, signal } = {}) {
      await withToken(async () => {
        const about =
          'messageId' in subject
            ? { message_id: subject.messageId }
            : { question: subject.question, ...(await askedFrom(subject.conversationId, signal)) }
        return post('handoff', { ...about, email, note }, signal)
      })
    },
  }
}
