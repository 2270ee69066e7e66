import { readEventStream } from '../../../kernel/event-stream.ts'
import type { AskOutput, SearchResult } from '../../answering/contract.ts'
import type { AnswerSource, Vote } from '../../questions/contract.ts'
import { RESULTS_MAX } from '../domain/paging.ts'
import type { HelpState } from './help-state.ts'

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

/** Connection of the page to the server; the editor's preview has its own. */
export interface HelpClient {
  search(query: string, signal: AbortSignal): Promise<SearchResult[]>
  /** Rejects with an `AskFailure` when the server answered but could not help, with anything else when it was not reached. */
  ask(question: string, signal: AbortSignal, progress: AskProgress): Promise<AskOutput>
  /** A vote on the whole answer, or on one of its suggestions. */
  vote(messageId: string, vote: Vote | null, suggestionId?: string): Promise<unknown>
  /** Passes the question on to a person, who answers to this address; rejects with `INVALID_STATUS` where it is none. */
  handOff(asked: ToHandOff, email: string): Promise<void>
}

export class AskFailure extends Error {}
/** The message of the error where what was sent can't be taken as it is. */
export const INVALID_STATUS = '400'

/** Silence for longer than this is taken for a failure: the visitor is not left waiting. */
const SILENCE_MS = 20_000

/** Answers in pieces come from where there are any; nothing else looks at what is accepted. */
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'text/event-stream' }

export const postJson = (apiPath: string, requestBody: unknown, requestInit?: RequestInit): Promise<Response> =>
  fetch(apiPath, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(requestBody), ...requestInit })

/** A good answer. An error's message is the status. */
async function requireOk(pendingResponse: Promise<Response>): Promise<Response> {
  const response = await pendingResponse
  if (!response.ok) throw new Error(String(response.status))
  return response
}

/** Content of a successful answer. */
export const readJson = async (pendingResponse: Promise<Response>) => (await requireOk(pendingResponse)).json()

/** Posts what has no answer; outlives the page. */
const postWithoutAnswer = (apiPath: string, requestBody: unknown) =>
  requireOk(postJson(apiPath, requestBody, { keepalive: true }))

/** Proof of work that is required while a workspace is under attack. */
interface ProofOfWork {
  challenge?: string
  bits: number
}

/** Has the work done; what does it is loaded then, and ends by itself. Rejects when aborted. */
const computeProof = (proofOfWork: ProofOfWork, signal: AbortSignal) =>
  new Promise<MessageEvent<string>>((resolve, reject) => {
    const proofWorker = new Worker(new URL('./answer/proof-worker.ts', import.meta.url), { type: 'module' })
    proofWorker.onmessage = resolve
    proofWorker.onerror = signal.onabort = reject
    proofWorker.postMessage(proofOfWork)
  })

/** A UUIDv4. `crypto.randomUUID` would want HTTPS, and the order in time of the server's own ids is not needed here. */
export const randomId = (): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    (Number(crypto.getRandomValues(new Uint8Array(1))) & 15).toString(16),
  )

/**
 * The public API for one workspace's page.
 *
 * @param pageUrl where questions are asked
 * @param conversation made here, so that a question whose answer never arrives can be named together with it
 */
export function publicClient(
  { subdomain, lang, needsToken }: Pick<HelpState, 'subdomain' | 'lang' | 'needsToken'>,
  pageUrl: () => string,
  conversation = randomId(),
): HelpClient {
  /** Metadata of a question. The token is new each time, so a page can stay open for any time. */
  const questionMetadata = async (requestInit?: RequestInit) => ({
    subdomain,
    conversation_id: conversation,
    page_url: pageUrl().slice(0, 2000) || undefined,
    visitor_token: needsToken
      ? (await readJson(postJson('/api/public/token', { subdomain }, requestInit))).token
      : undefined,
  })

  async function readAnswer(response: Response, progress: AskProgress, noteActivity: () => void): Promise<AskOutput> {
    if (!response.ok || !response.body) throw new AskFailure()
    for await (const [event, data] of readEventStream(response.body)) {
      noteActivity()
      if (event === 'error') throw new AskFailure()
      const eventData = JSON.parse(data)
      if (event === 'sources') progress.onSources(eventData)
      else if (event === 'delta') progress.onText(eventData.text)
      else if (event === 'done') return eventData
    }
    throw new Error('cut off')
  }

  return {
    async search(searchQuery, signal) {
      const parameters = new URLSearchParams({ subdomain, q: searchQuery, limit: `${RESULTS_MAX}`, prefix: '1' })
      return (await readJson(fetch(`/api/public/search?${parameters}`, { signal }))).results
    },

    async ask(question, signal, progress) {
      const silenceAbort = new AbortController()
      let silenceTimer = 0
      const noteActivity = () => {
        clearTimeout(silenceTimer)
        silenceTimer = window.setTimeout(() => silenceAbort.abort(), SILENCE_MS)
      }
      noteActivity()
      try {
        const requestInit = { signal: AbortSignal.any([signal, silenceAbort.signal]) }
        const sendQuestion = async (proofText?: string) =>
          postJson(
            '/api/public/ask',
            { question, lang, proof: proofText, ...(await questionMetadata(requestInit)) },
            requestInit,
          )
        let response = await sendQuestion()
        // The workspace has begun to list its allowed origins since the page was loaded.
        if (response.status === 403 && !needsToken) {
          needsToken = true
          response = await sendQuestion()
        }
        if (response.status === 429) {
          const { details } = (await response.json()).error
          if (details.challenge) response = await sendQuestion((await computeProof(details, requestInit.signal)).data)
        }
        return await readAnswer(response, progress, noteActivity)
      } finally {
        clearTimeout(silenceTimer)
      }
    },

    vote: (messageId, vote, suggestionId) =>
      postWithoutAnswer('/api/public/feedback', { message_id: messageId, suggestion_id: suggestionId, vote }),
    async handOff({ question, messageId }, email) {
      const handoffSubject = messageId ? { message_id: messageId } : { question, ...(await questionMetadata()) }
      await postWithoutAnswer('/api/public/handoff', { ...handoffSubject, email })
    },
  }
}

/** The same for a page on its own origin. */
export const pageClient = (helpState: Pick<HelpState, 'subdomain' | 'lang' | 'needsToken'>): HelpClient =>
  publicClient(helpState, () => location.href)
