import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { queryClient } from './query-client.ts'

/** An event, or what the server says of the connection itself: that it stands, or that some events are missing. */
export type ServerMessage = BrowserEvent | { type: 'ready' | 'reset' }
type Listener = (event: ServerMessage) => void

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

/** In place of a workspace: what concerns the person alone. */
export const OF_THE_PERSON = ''

/** One connection per workspace, opened by the first listener and closed by the last. */
class WorkspaceEvents {
  readonly listeners = new Set<Listener>()
  readonly #url: string
  #source: EventSource | undefined
  #timer: number | undefined
  #retryIn = FIRST_RETRY_MS
  #missedSome = false

  constructor(workspaceId: string) {
    this.#url =
      workspaceId === OF_THE_PERSON ? '/api/events' : `/api/events?workspace_id=${encodeURIComponent(workspaceId)}`
  }

  open() {
    const source = new EventSource(this.#url, { withCredentials: true })
    this.#source = source
    source.onopen = () => {
      this.#retryIn = FIRST_RETRY_MS
      // Whatever happened while the line was down is fetched instead of replayed.
      if (this.#missedSome) void queryClient.invalidateQueries()
      this.#missedSome = false
    }
    source.onerror = () => {
      this.#missedSome = true
      // The browser reconnects by itself after a lost line, but gives up on an answer it doesn't like.
      if (source.readyState !== EventSource.CLOSED) return
      // It may be that the session or the membership is gone: asking again finds out.
      if (this.#retryIn === FIRST_RETRY_MS) void queryClient.invalidateQueries()
      this.#reopenLater()
    }
    source.addEventListener('message', (message) => {
      const event = parse(message.data)
      // The server's own line was down: it cannot say what was missed.
      if (event?.type === 'reset') void queryClient.invalidateQueries()
      if (event) for (const listener of [...this.listeners]) listener(event)
    })
  }

  close() {
    window.clearTimeout(this.#timer)
    this.#source?.close()
  }

  #reopenLater() {
    this.#timer = window.setTimeout(() => this.open(), this.#retryIn)
    this.#retryIn = Math.min(this.#retryIn * 2, LONGEST_RETRY_MS)
  }
}

function parse(data: unknown): ServerMessage | undefined {
  try {
    const event: unknown = JSON.parse(String(data))
    const known = typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
    return known ? (event as ServerMessage) : undefined
  } catch {
    return undefined
  }
}

/** Whether an event is of one of these types. */
export const isOneOf = <Name extends EventName>(
  types: readonly Name[],
  message: ServerMessage,
): message is ServerMessage & BrowserEvent<Name> => types.some((type) => type === message.type)

const connections = new Map<string, WorkspaceEvents>()

/** Calls `listener` for every event of the workspace, or of the person where none is named, until the returned function is called. */
export function subscribeToEvents(workspaceId: string, listener: Listener): () => void {
  let connection = connections.get(workspaceId)
  if (!connection) {
    connection = new WorkspaceEvents(workspaceId)
    connections.set(workspaceId, connection)
    connection.open()
  }
  connection.listeners.add(listener)
  return () => {
    connection.listeners.delete(listener)
    if (connection.listeners.size > 0) return
    connection.close()
    connections.delete(workspaceId)
  }
}
