// The state behind the components, without React: one conversation, and the search beside it.
import { type AnswerloomClient, AnswerloomError, type SearchResult, type Vote } from '@answerloom/client'
import { type Exchange, finishExchange, startExchange } from './exchange.ts'

export interface SessionState {
  current: Exchange | null
  /** Earlier questions of this conversation that got an answer, oldest first. */
  earlier: Exchange[]
  /** The query that `results` belong to. */
  query: string
  results: SearchResult[]
  isSearching: boolean
}

/** Wait after a key before a search is sent, in milliseconds. */
const TYPING_PAUSE_MS = 120
/** Longer than the server may take for an answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000
const MAX_RESULTS = 6

export const EMPTY_STATE: SessionState = { current: null, earlier: [], query: '', results: [], isSearching: false }

export interface Session {
  getState(): SessionState
  /** @returns how to unsubscribe */
  subscribe(listener: (state: SessionState) => void): () => void
  /** Asks; a question under way is canceled, and its answer dropped. Resolves when the answer has been shown. */
  ask(question: string): Promise<void>
  /** Ends the question under way. */
  cancel(): void
  /** Forgets the conversation's questions. */
  reset(): void
  /** Searches as the visitor types; only the latest query's results are shown. */
  search(query: string): void
  /** Votes on the current answer; the same vote again takes it back. */
  vote(vote: Vote, suggestionId?: string): Promise<void>
  /** Passes the current question on to a person, who answers to this address. */
  handoff(email: string, note?: string): Promise<void>
}

export function createSession(client: AnswerloomClient): Session {
  const listeners = new Set<(state: SessionState) => void>()
  let conversation = client.conversation()
  let state = EMPTY_STATE
  let asking: AbortController | null = null
  let searching: AbortController | null = null
  let pause: ReturnType<typeof setTimeout> | undefined

  function change(changes: Partial<SessionState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener(state)
  }

  /** Changes the exchange unless another question has been asked since. */
  function update(question: Exchange['question'], controller: AbortController | null, changes: Partial<Exchange>) {
    const { current } = state
    if (current?.question === question && asking === controller) change({ current: { ...current, ...changes } })
  }

  function stop() {
    asking?.abort()
    asking = null
  }

  const failureOf = (error: unknown): AnswerloomError =>
    error instanceof AnswerloomError
      ? error
      : new AnswerloomError('The answer took too long.', { code: 'client.interrupted', cause: error })

  async function ask(question: string) {
    const asked = question.trim()
    if (!asked) return
    stop()
    const controller = new AbortController()
    asking = controller
    const { current, earlier } = state
    change({ current: startExchange(asked), earlier: current?.messageId ? [...earlier, current] : earlier })
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)])
    let written = ''
    try {
      for await (const event of conversation.askStream(asked, { signal })) {
        if (asking !== controller) return
        if (event.type === 'sources') update(asked, controller, { sources: event.sources })
        else if (event.type === 'delta') {
          written += event.text
          // Its marks are read when it is whole.
          update(asked, controller, { status: 'streaming', text: written.replaceAll('**', '') })
        } else if (state.current) update(asked, controller, finishExchange(state.current, event.answer))
      }
    } catch (error) {
      if (!controller.signal.aborted) update(asked, controller, { status: 'error', error: failureOf(error) })
    }
  }

  function cancel() {
    stop()
    if (state.current && /loading|streaming/.test(state.current.status)) change({ current: null })
  }

  async function runSearch(query: string) {
    const controller = new AbortController()
    searching = controller
    const results = await client
      .search(query, { limit: MAX_RESULTS, prefix: true, signal: controller.signal })
      .catch((): SearchResult[] => [])
    if (searching === controller) change({ query, results, isSearching: false })
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ask,
    cancel,
    reset() {
      stop()
      conversation = client.conversation()
      change({ current: null, earlier: [] })
    },
    search(query) {
      clearTimeout(pause)
      searching?.abort()
      searching = null
      const wanted = query.trim()
      if (!wanted) return change({ query: '', results: [], isSearching: false })
      change({ isSearching: true })
      pause = setTimeout(() => void runSearch(wanted), TYPING_PAUSE_MS)
    },
    async vote(vote, suggestionId) {
      const { current } = state
      if (!current?.messageId) return
      const controller = asking
      const subject = suggestionId ?? current.messageId
      const previous = current.votes[subject] ?? null
      const next = previous === vote ? null : vote
      const put = (value: Vote | null) =>
        update(current.question, controller, { votes: { ...state.current?.votes, [subject]: value } })
      put(next)
      // A vote that was not stored is not shown as given.
      await client.vote(current.messageId, next, { suggestionId }).catch(() => put(previous))
    },
    async handoff(email, note) {
      const { current } = state
      if (!current) return
      const controller = asking
      const { messageId, question } = current
      update(question, controller, { handoff: 'sending' })
      const subject = messageId ? { messageId } : { question, conversationId: conversation.id }
      try {
        await client.handoff(subject, email, { note })
        update(question, controller, { handoff: 'sent' })
      } catch (error) {
        update(question, controller, { handoff: failureOf(error).status === 400 ? 'invalid' : 'failed' })
      }
    },
  }
}
