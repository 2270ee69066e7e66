import type { PGlite } from '@electric-sql/pglite'
import { FairScheduler } from './fair-scheduler.ts'
import {
  AnswerReader,
  errorResponse,
  frames,
  message,
  type Notification,
  PARSE,
  QUERY,
  readyForQuery,
  SYNC,
  simpleQuery,
} from './framing.ts'
import { type EmbeddedStats, threadClock } from './messages.ts'

const LISTEN = /^\s*(un)?listen\s+("(?:[^"]|"")+"|[\w$]+|\*)\s*;?\s*$/i

interface Request {
  socket: number
  bytes: Uint8Array
  /** Background work: requests go first. */
  background: boolean
  /** When it was sent, by `threadClock`: this thread takes no message while a statement runs. */
  since: number
}

export interface SessionOutput {
  /** @param waited milliseconds for which the socket waited for its turn; with the first bytes of the answer */
  data(socket: number, bytes: Uint8Array, waited?: number): void
  end(socket: number): void
  /** The session cannot go on; the thread must end. */
  ended(reason: string): void
}

/**
 * Shares PGlite's one session among many sockets, as a pooler in transaction mode does: requests are served in order,
 * and while one socket's transaction (or unfinished batch) is open, the others wait. Where several wait, those that work
 * in the background come last, and not in the midst of a request (`Turns`).
 */
export class Session {
  #database: PGlite
  #stats: EmbeddedStats
  #output: SessionOutput
  #heartbeat: Int32Array
  #waiting: Request[] = []
  /** When each socket was last answered, by `threadClock`. */
  #answered = new Map<number, number>()
  #turns = new FairScheduler()
  #later: NodeJS.Timeout | undefined
  #owner = 0
  #ownerSince = 0
  #channels = new Map<string, Set<number>>()
  #count = 0

  constructor(database: PGlite, stats: EmbeddedStats, heartbeat: Int32Array, output: SessionOutput) {
    this.#database = database
    this.#stats = stats
    this.#heartbeat = heartbeat
    this.#output = output
  }

  /** No transaction is open, and no socket waits. */
  get idle(): boolean {
    return this.#owner === 0 && this.#waiting.length === 0
  }

  /** No transaction is open. */
  get between(): boolean {
    return this.#owner === 0
  }

  receive(request: Request): void {
    this.#waiting.push(request)
    this.#serve()
  }

  /** The socket is gone: what it left undone is rolled back. */
  leave(socket: number): void {
    this.#waiting = this.#waiting.filter((request) => request.socket !== socket)
    this.#answered.delete(socket)
    for (const [channel, sockets] of this.#channels) {
      if (sockets.delete(socket) && sockets.size === 0) this.#channels.delete(channel)
    }
    if (this.#owner !== socket) return
    this.#owner = 0
    this.run('ROLLBACK')
    this.#serve()
  }

  /**
   * Implements `idle_in_transaction_session_timeout`, which a single-user backend lacks. Also ends a query through the
   * pool that waits inside a transaction, which would wait for itself.
   */
  endStalledTransaction(limit: number): void {
    if (this.#owner === 0 || this.#waiting.length === 0 || Date.now() - this.#ownerSince < limit) return
    const socket = this.#owner
    this.#owner = 0
    this.run('ROLLBACK')
    const text =
      'terminating connection: idle in transaction while others wait (was the pool used inside a transaction?)'
    this.#output.data(socket, new Uint8Array(errorResponse('FATAL', '25P03', text)))
    this.#output.end(socket)
    this.#serve()
  }

  /** Runs a command of our own; only when no transaction is open. Returns the rows' text columns. */
  run(sql: string): string[][] {
    const chunks: Uint8Array[] = []
    const reader = this.#execute(simpleQuery(sql), (bytes) => chunks.push(bytes))
    for (const note of reader.notifications) this.#deliver(note)
    if (reader.ended) this.#output.ended(reader.ended)
    const rows: string[][] = []
    for (const { type, body } of frames(Buffer.concat(chunks))) {
      if (type === 0x44) rows.push(columns(body))
      if (type === 0x45) throw new Error(`${sql.slice(0, 80)}: ${body.toString('utf8').replaceAll('\0', ' ')}`)
    }
    return rows
  }

  #serve(): void {
    for (;;) {
      const position =
        this.#owner === 0 ? this.#next() : this.#waiting.findIndex(({ socket }) => socket === this.#owner)
      const request = position < 0 ? undefined : this.#waiting[position]
      if (!request) return
      this.#waiting.splice(position, 1)
      this.#answer(request)
    }
  }

  /** Index of the socket that may start next, or -1; background work may have to retry later. */
  #next(): number {
    const first = this.#waiting.findIndex(({ background }) => !background)
    if (first >= 0 || this.#waiting.length === 0) return first
    const rest = this.#turns.restFor(performance.now())
    if (rest <= 0) return 0
    this.#later ??= setTimeout(() => {
      this.#later = undefined
      this.#serve()
    }, Math.ceil(rest))
    return -1
  }

  #answer({ socket, bytes, background, since }: Request): void {
    const request = inspect(bytes)
    if (request.named) {
      const text = 'named prepared statements are not available on the embedded database'
      const answer = [errorResponse('ERROR', '0A000', text), readyForQuery(this.#owner === socket ? 'E' : 'I')]
      if (this.#owner === socket) this.#execute(simpleQuery('SELECT 1/0'), () => {})
      this.#output.data(socket, new Uint8Array(Buffer.concat(answer)))
      return
    }
    const listen = request.text === undefined ? null : LISTEN.exec(request.text)
    if (listen?.[1] && this.#unlisten(socket, channelName(listen[2] ?? '')) > 0) {
      const answer = [message('C', Buffer.from('UNLISTEN\0')), readyForQuery(this.#owner === socket ? 'T' : 'I')]
      this.#output.data(socket, new Uint8Array(Buffer.concat(answer)))
      return
    }
    Atomics.store(this.#heartbeat, 1, socket)
    this.#count = (this.#count % 0x7ffffffe) + 1
    Atomics.store(this.#heartbeat, 0, this.#count)
    if (this.#owner === 0) this.#turns.begins(background, performance.now())
    // A statement behind another one of the same socket waited for that one, not for its turn.
    let waited = Math.max(0, threadClock() - Math.max(since, this.#answered.get(socket) ?? 0))
    const reader = this.#execute(bytes, (part) => {
      this.#output.data(socket, part, waited)
      waited = 0
    })
    this.#answered.set(socket, threadClock())
    Atomics.store(this.#heartbeat, 0, 0)
    this.#owner = reader.status === 'I' ? 0 : socket
    if (this.#owner === 0) this.#turns.ends(background, performance.now())
    this.#ownerSince = Date.now()
    if (listen && !listen[1] && reader.tags.includes('LISTEN')) this.#listen(socket, channelName(listen[2] ?? ''))
    for (const note of reader.notifications) this.#deliver(note)
    if (reader.ended) this.#output.ended(reader.ended)
    else if (request.complete && reader.status === '') this.#output.ended('the database stopped answering')
  }

  #execute(bytes: Uint8Array, pass: (bytes: Uint8Array) => void): AnswerReader {
    this.#stats.messages++
    const reader = new AnswerReader(pass)
    // Runs to its end before it returns; the plain synchronous call keeps every message it parsed for ever.
    this.#database
      .execProtocolRawStream(bytes, { syncToFs: false, onRawData: (chunk) => reader.feed(chunk.slice()) })
      .catch((error: unknown) => this.#output.ended(String(error)))
    reader.end()
    return reader
  }

  #listen(socket: number, channel: string): void {
    const sockets = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, sockets.add(socket))
  }

  /** Returns how many sockets still listen to what this one gave up. */
  #unlisten(socket: number, channel: string): number {
    let left = 0
    for (const [name, sockets] of this.#channels) {
      if (channel === '*' || channel === name) sockets.delete(socket)
      if (sockets.size === 0) this.#channels.delete(name)
      else if (channel === '*' || channel === name) left += sockets.size
    }
    return left
  }

  #deliver({ channel, bytes }: Notification): void {
    for (const socket of this.#channels.get(channel) ?? []) this.#output.data(socket, bytes.slice())
  }
}

/** The text of a lone simple query, whether a statement gets a name, and whether an answer must end with readiness. */
function inspect(bytes: Uint8Array): { text?: string; named: boolean; complete: boolean } {
  const result: { text?: string; named: boolean; complete: boolean } = { named: false, complete: false }
  for (const { type, body } of frames(bytes)) {
    result.complete = type === QUERY || type === SYNC
    if (type === QUERY && body.length < 256) result.text = body.toString('utf8', 0, body.length - 1)
    if (type === PARSE && body[0] !== 0) result.named = true
  }
  return result
}

const channelName = (written: string): string =>
  written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase()

function columns(body: Buffer): string[] {
  const values: string[] = []
  let position = 2
  for (let left = body.readInt16BE(0); left > 0; left--) {
    const length = body.readInt32BE(position)
    values.push(length < 0 ? '' : body.toString('utf8', position + 4, position + 4 + length))
    position += 4 + Math.max(length, 0)
  }
  return values
}
