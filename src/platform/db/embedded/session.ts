import type { PGlite } from '@electric-sql/pglite'
import { FairScheduler } from './fair-scheduler.ts'
import {
  AnswerReader,
  errorResponse,
  frameMessage,
  type Notification,
  PARSE_MESSAGE,
  QUERY_MESSAGE,
  readFrames,
  readyForQuery,
  SYNC_MESSAGE,
  simpleQuery,
} from './framing.ts'
import { type EmbeddedStats, threadClock } from './messages.ts'

const LISTEN_STATEMENT = /^\s*(un)?listen\s+("(?:[^"]|"")+"|[\w$]+|\*)\s*;?\s*$/i

interface SessionRequest {
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
  #waiting: SessionRequest[] = []
  /** When each socket was last answered, by `threadClock`. */
  #answered = new Map<number, number>()
  #turns = new FairScheduler()
  #later: NodeJS.Timeout | undefined
  #owner = 0
  #ownerSince = 0
  #channels = new Map<string, Set<number>>()
  #count = 0

  constructor(database: PGlite, engineStats: EmbeddedStats, heartbeat: Int32Array, sessionOutput: SessionOutput) {
    this.#database = database
    this.#stats = engineStats
    this.#heartbeat = heartbeat
    this.#output = sessionOutput
  }

  /** No transaction is open, and no socket waits. */
  get idle(): boolean {
    return this.#owner === 0 && this.#waiting.length === 0
  }

  /** No transaction is open. */
  get between(): boolean {
    return this.#owner === 0
  }

  receive(sessionRequest: SessionRequest): void {
    this.#waiting.push(sessionRequest)
    this.#serve()
  }

  /** The socket is gone: what it left undone is rolled back. */
  leave(socketId: number): void {
    this.#waiting = this.#waiting.filter((sessionRequest) => sessionRequest.socket !== socketId)
    this.#answered.delete(socketId)
    for (const [channel, sockets] of this.#channels) {
      if (sockets.delete(socketId) && sockets.size === 0) this.#channels.delete(channel)
    }
    if (this.#owner !== socketId) return
    this.#owner = 0
    this.run('ROLLBACK')
    this.#serve()
  }

  /**
   * Implements `idle_in_transaction_session_timeout`, which a single-user backend lacks. Also ends a query through the
   * pool that waits inside a transaction, which would wait for itself.
   */
  endStalledTransaction(idleLimitMs: number): void {
    if (this.#owner === 0 || this.#waiting.length === 0 || Date.now() - this.#ownerSince < idleLimitMs) return
    const socketId = this.#owner
    this.#owner = 0
    this.run('ROLLBACK')
    const errorText =
      'terminating connection: idle in transaction while others wait (was the pool used inside a transaction?)'
    this.#output.data(socketId, new Uint8Array(errorResponse('FATAL', '25P03', errorText)))
    this.#output.end(socketId)
    this.#serve()
  }

  /** Runs a command of our own; only when no transaction is open. Returns the rows' text columns. */
  run(statement: string): string[][] {
    const answerChunks: Uint8Array[] = []
    const answerReader = this.#execute(simpleQuery(statement), (answerBytes) => answerChunks.push(answerBytes))
    for (const notification of answerReader.notifications) this.#deliver(notification)
    if (answerReader.ended) this.#output.ended(answerReader.ended)
    const resultRows: string[][] = []
    for (const { type, body } of readFrames(Buffer.concat(answerChunks))) {
      if (type === 0x44) resultRows.push(columnTexts(body))
      if (type === 0x45) throw new Error(`${statement.slice(0, 80)}: ${body.toString('utf8').replaceAll('\0', ' ')}`)
    }
    return resultRows
  }

  #serve(): void {
    for (;;) {
      const position =
        this.#owner === 0 ? this.#next() : this.#waiting.findIndex(({ socket }) => socket === this.#owner)
      const sessionRequest = position < 0 ? undefined : this.#waiting[position]
      if (!sessionRequest) return
      this.#waiting.splice(position, 1)
      this.#answer(sessionRequest)
    }
  }

  /** Index of the socket that may start next, or -1; background work may have to retry later. */
  #next(): number {
    const firstForeground = this.#waiting.findIndex(({ background }) => !background)
    if (firstForeground >= 0 || this.#waiting.length === 0) return firstForeground
    const restMs = this.#turns.restFor(performance.now())
    if (restMs <= 0) return 0
    this.#later ??= setTimeout(() => {
      this.#later = undefined
      this.#serve()
    }, Math.ceil(restMs))
    return -1
  }

  #answer({ socket, bytes, background, since }: SessionRequest): void {
    const sessionRequest = inspectRequest(bytes)
    if (sessionRequest.named) {
      const errorText = 'named prepared statements are not available on the embedded database'
      const answerParts = [
        errorResponse('ERROR', '0A000', errorText),
        readyForQuery(this.#owner === socket ? 'E' : 'I'),
      ]
      if (this.#owner === socket) this.#execute(simpleQuery('SELECT 1/0'), () => {})
      this.#output.data(socket, new Uint8Array(Buffer.concat(answerParts)))
      return
    }
    const listenMatch = sessionRequest.text === undefined ? null : LISTEN_STATEMENT.exec(sessionRequest.text)
    if (listenMatch?.[1] && this.#unlisten(socket, channelName(listenMatch[2] ?? '')) > 0) {
      const answerParts = [
        frameMessage('C', Buffer.from('UNLISTEN\0')),
        readyForQuery(this.#owner === socket ? 'T' : 'I'),
      ]
      this.#output.data(socket, new Uint8Array(Buffer.concat(answerParts)))
      return
    }
    Atomics.store(this.#heartbeat, 1, socket)
    this.#count = (this.#count % 0x7ffffffe) + 1
    Atomics.store(this.#heartbeat, 0, this.#count)
    if (this.#owner === 0) this.#turns.begins(background, performance.now())
    // A statement behind another one of the same socket waited for that one, not for its turn.
    let waitedMs = Math.max(0, threadClock() - Math.max(since, this.#answered.get(socket) ?? 0))
    const answerReader = this.#execute(bytes, (answerPart) => {
      this.#output.data(socket, answerPart, waitedMs)
      waitedMs = 0
    })
    this.#answered.set(socket, threadClock())
    Atomics.store(this.#heartbeat, 0, 0)
    this.#owner = answerReader.status === 'I' ? 0 : socket
    if (this.#owner === 0) this.#turns.ends(background, performance.now())
    this.#ownerSince = Date.now()
    if (listenMatch && !listenMatch[1] && answerReader.tags.includes('LISTEN'))
      this.#listen(socket, channelName(listenMatch[2] ?? ''))
    for (const notification of answerReader.notifications) this.#deliver(notification)
    if (answerReader.ended) this.#output.ended(answerReader.ended)
    else if (sessionRequest.complete && answerReader.status === '') this.#output.ended('the database stopped answering')
  }

  #execute(requestBytes: Uint8Array, passBytes: (requestBytes: Uint8Array) => void): AnswerReader {
    this.#stats.messages++
    const answerReader = new AnswerReader(passBytes)
    // Runs to its end before it returns; the plain synchronous call keeps every message it parsed for ever.
    this.#database
      .execProtocolRawStream(requestBytes, {
        syncToFs: false,
        onRawData: (answerChunk) => answerReader.feed(answerChunk.slice()),
      })
      .catch((error: unknown) => this.#output.ended(String(error)))
    answerReader.end()
    return answerReader
  }

  #listen(socketId: number, channelKey: string): void {
    const listeningSockets = this.#channels.get(channelKey) ?? new Set()
    this.#channels.set(channelKey, listeningSockets.add(socketId))
  }

  /** Returns how many sockets still listen to what this one gave up. */
  #unlisten(socketId: number, channelKey: string): number {
    let removedCount = 0
    for (const [name, sockets] of this.#channels) {
      if (channelKey === '*' || channelKey === name) sockets.delete(socketId)
      if (sockets.size === 0) this.#channels.delete(name)
      else if (channelKey === '*' || channelKey === name) removedCount += sockets.size
    }
    return removedCount
  }

  #deliver({ channel, bytes }: Notification): void {
    for (const socketId of this.#channels.get(channel) ?? []) this.#output.data(socketId, bytes.slice())
  }
}

/** The text of a lone simple query, whether a statement gets a name, and whether an answer must end with readiness. */
function inspectRequest(requestBytes: Uint8Array): { text?: string; named: boolean; complete: boolean } {
  const inspection: { text?: string; named: boolean; complete: boolean } = { named: false, complete: false }
  for (const { type, body } of readFrames(requestBytes)) {
    inspection.complete = type === QUERY_MESSAGE || type === SYNC_MESSAGE
    if (type === QUERY_MESSAGE && body.length < 256) inspection.text = body.toString('utf8', 0, body.length - 1)
    if (type === PARSE_MESSAGE && body[0] !== 0) inspection.named = true
  }
  return inspection
}

const channelName = (writtenName: string): string =>
  writtenName.startsWith('"') ? writtenName.slice(1, -1).replaceAll('""', '"') : writtenName.toLowerCase()

function columnTexts(rowBody: Buffer): string[] {
  const columnValues: string[] = []
  let position = 2
  for (let remainingColumns = rowBody.readInt16BE(0); remainingColumns > 0; remainingColumns--) {
    const columnLength = rowBody.readInt32BE(position)
    columnValues.push(columnLength < 0 ? '' : rowBody.toString('utf8', position + 4, position + 4 + columnLength))
    position += 4 + Math.max(columnLength, 0)
  }
  return columnValues
}
