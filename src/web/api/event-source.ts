import type { BrowserEvent, EventName } from '../../kernel/events.ts'
import { queryClient } from './query-client.ts'

/**
 * An event, or a message about the connection itself: it is open (`changed_ago`: milliseconds since the last change, if
 * one is known), or some events were missed.
 */
export type ServerMessage = BrowserEvent | { type: 'ready'; changed_ago: number | null } | { type: 'reset' }
type MessageListener = (event: ServerMessage) => void

const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000

/** Channel of the signed-in user, in place of a workspace id. */
export const USER_CHANNEL = ''

/** Connections by channel; the first subscriber opens one, the last closes it. */
class WorkspaceEvents {
  readonly listeners = new Set<MessageListener>()
  readonly #url: string
  #source: EventSource | undefined
  #timer: number | undefined
  #retryIn = FIRST_RETRY_MS
  #missedSome = false
  /** When the first data of this channel may have been read, by the page's clock. */
  readonly #readFrom: number

  constructor(workspaceId: string, readFrom: number) {
    this.#readFrom = readFrom
    this.#url =
      workspaceId === USER_CHANNEL ? '/api/events' : `/api/events?workspace_id=${encodeURIComponent(workspaceId)}`
  }

  open() {
    const eventSource = new EventSource(this.#url, { withCredentials: true })
    this.#source = eventSource
    eventSource.onopen = () => {
      this.#retryIn = FIRST_RETRY_MS
      // Missed events are not replayed: all queries are fetched again.
      if (this.#missedSome) void queryClient.invalidateQueries()
      this.#missedSome = false
    }
    eventSource.onerror = () => {
      this.#missedSome = true
      // Browsers reconnect after a network failure, but give up after an error response.
      if (eventSource.readyState !== EventSource.CLOSED) return
      // The session or the membership may have ended; fetching again finds out.
      if (this.#retryIn === FIRST_RETRY_MS) void queryClient.invalidateQueries()
      this.#reopenLater()
    }
    eventSource.addEventListener('message', (messageEvent) => {
      const serverMessage = parseServerMessage(messageEvent.data)
      // The server lost its own connection and cannot list the missed events, or the data is older than the stream.
      if (
        serverMessage?.type === 'reset' ||
        (serverMessage?.type === 'ready' && this.#isReadBefore(serverMessage.changed_ago))
      )
        void queryClient.invalidateQueries()
      if (serverMessage) for (const listener of [...this.listeners]) listener(serverMessage)
    })
  }

  close() {
    window.clearTimeout(this.#timer)
    this.#source?.close()
  }

  /** True when data may have been read before the last change, which was announced before this stream was open. */
  #isReadBefore(changedAgo: number | null): boolean {
    return changedAgo !== null && changedAgo <= performance.now() - this.#readFrom
  }

  #reopenLater() {
    this.#timer = window.setTimeout(() => this.open(), this.#retryIn)
    this.#retryIn = Math.min(this.#retryIn * 2, MAX_RETRY_MS)
  }
}

function parseServerMessage(messageData: unknown): ServerMessage | undefined {
  try {
    const serverMessage: unknown = JSON.parse(String(messageData))
    const isServerMessage =
      typeof serverMessage === 'object' &&
      serverMessage !== null &&
      'type' in serverMessage &&
      typeof serverMessage.type === 'string'
    return isServerMessage ? (serverMessage as ServerMessage) : undefined
  } catch {
    return undefined
  }
}

/** Returns true for an event of one of these types. */
export const isOneOf = <Name extends EventName>(
  types: readonly Name[],
  message: ServerMessage,
): message is ServerMessage & BrowserEvent<Name> => types.some((eventType) => eventType === message.type)

const connections = new Map<string, WorkspaceEvents>()
let isFirstConnection = true

/**
 * Calls `listener` for every event of the channel, a workspace id or USER_CHANNEL.
 * @returns the function that unsubscribes
 */
export function subscribeToEvents(workspaceId: string, listener: MessageListener): () => void {
  let connection = connections.get(workspaceId)
  if (!connection) {
    // The page reads before it knows its workspace; after that, reading and listening begin together.
    connection = new WorkspaceEvents(workspaceId, isFirstConnection ? 0 : performance.now())
    isFirstConnection = false
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
