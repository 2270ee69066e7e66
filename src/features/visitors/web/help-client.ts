import type { AskOutput, SearchResult } from '../../answering/contract.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import { readEvents } from './event-stream.ts'

export type Vote = 'up' | 'down'

export interface AskProgress {
  onSources(sources: AnswerSource[]): void
  /** The next piece of the answer. */
  onText(piece: string): void
}

/** A question to pass on to a person: by the message that answers it, or, where no answer came, by itself. */
export interface ToHandOff {
  question: string
  messageId: string | null
}

/** How the page reaches the server; the editor's preview brings its own. */
export interface HelpClient {
  search(query: string, signal: AbortSignal): Promise<SearchResult[]>
  /** Rejects with an `AskFailure` when the server answered but could not help, with anything else when it was not reached. */
  ask(question: string, signal: AbortSignal, progress: AskProgress): Promise<AskOutput>
  vote(messageId: string, vote: Vote | null): Promise<void>
  /** Passes the question on to a person, who answers to this address; rejects with `INVALID` where it is none. */
  handOff(asked: ToHandOff, email: string): Promise<void>
}

export class AskFailure extends Error {}
/** The message of the error where what was sent can't be taken as it is. */
export const INVALID = '400'

const SEARCH_LIMIT = 10
/** Silence for longer than this is taken for a failure: the visitor is not left waiting. */
const SILENCE_MS = 20_000

/** Answers in pieces come from where there are any; nothing else looks at what is accepted. */
const HEADERS = { 'content-type': 'application/json', accept: 'text/event-stream' }

export const post = (path: string, body: unknown, init?: RequestInit): Promise<Response> =>
  fetch(path, { method: 'POST', headers: HEADERS, body: JSON.stringify(body), ...init })

/** Posts what has no answer; outlives the page. An error's message is the status. */
async function tell(path: string, body: unknown): Promise<void> {
  const { ok, status } = await post(path, body, { keepalive: true })
  if (!ok) throw new Error(String(status))
}

/** The work that is asked for while a workspace is under attack; what does it is loaded then. Rejects when aborted. */
function proofOf(challenge: string, bits: number, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = signal.onabort = reject
    worker.postMessage([challenge, bits])
  }).finally(() => worker.terminate())
}

const ownAddress = async () => ({ page_url: location.href.slice(0, 2000) })

/** A UUIDv4. `crypto.randomUUID` would want HTTPS, and the order in time of the server's own ids is not needed here. */
const randomId = (): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    (Number(crypto.getRandomValues(new Uint8Array(1))) & 15).toString(16),
  )

/**
 * The public API for one workspace's page; a conversation lasts as long as the page is open.
 *
 * @param besides what a question carries besides itself: where it was asked
 */
export function publicClient(
  subdomain: string,
  besides: () => Promise<{ page_url?: string; frame_token?: string }> = ownAddress,
): HelpClient {
  // Made here, so that a question whose answer never arrives can be named together with its conversation.
  const conversation = randomId()

  async function answerOf(response: Response, progress: AskProgress, heard: () => void): Promise<AskOutput> {
    if (!response.ok || !response.body) throw new AskFailure()
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json()
    for await (const { event, data } of readEvents(response.body)) {
      heard()
      if (event === 'error') throw new AskFailure()
      const value = JSON.parse(data)
      if (event === 'sources') progress.onSources(value)
      else if (event === 'delta') progress.onText(value.text)
      else if (event === 'done') return value
    }
    throw new Error('The answer broke off')
  }

  return {
    async search(query, signal) {
      const parameters = new URLSearchParams({ subdomain, q: query, limit: String(SEARCH_LIMIT), prefix: '1' })
      const response = await fetch(`/api/public/search?${parameters}`, { signal })
      if (!response.ok) throw new Error(`Searching failed with ${response.status}`)
      return (await response.json()).results
    },

    async ask(question, signal, progress) {
      const silence = new AbortController()
      let timer = 0
      const heard = () => {
        clearTimeout(timer)
        timer = window.setTimeout(() => silence.abort(), SILENCE_MS)
      }
      heard()
      try {
        const either = AbortSignal.any([signal, silence.signal])
        const send = async (proof?: string) =>
          post(
            '/api/public/ask',
            { subdomain, question, conversation_id: conversation, ...(await besides()), proof },
            { signal: either },
          )
        let response = await send()
        if (response.status === 429) {
          const { challenge, bits } = (await response.json()).error.details
          if (challenge) response = await send(await proofOf(challenge, bits, either))
        }
        return await answerOf(response, progress, heard)
      } finally {
        clearTimeout(timer)
      }
    },

    vote: (messageId, vote) => tell('/api/public/feedback', { message_id: messageId, vote }),
    async handOff({ question, messageId }, email) {
      const about = messageId
        ? { message_id: messageId }
        : { subdomain, question, conversation_id: conversation, ...(await besides()) }
      await tell('/api/public/handoff', { ...about, email })
    },
  }
}
