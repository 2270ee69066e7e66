/** Reading and writing of PostgreSQL wire protocol messages: one type byte, a four-byte length that counts itself, body. */

export const QUERY = 0x51 // Q
export const PARSE = 0x50 // P
export const SYNC = 0x53 // S
export const TERMINATE = 0x58 // X
const READY_FOR_QUERY = 0x5a // Z
const NOTIFICATION = 0x41 // A
const ERROR = 0x45 // E
const COMMAND_COMPLETE = 0x43 // C

const PIECE = 64 * 1024

export function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

export const simpleQuery = (sql: string): Buffer => message('Q', Buffer.from(`${sql}\0`))

export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, text: string): Buffer {
  return message('E', Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${text}\0\0`))
}

export const readyForQuery = (status: string): Buffer => message('Z', Buffer.from(status, 'latin1'))

/** The type and the body of every whole message in `bytes`. */
export function* frames(bytes: Uint8Array): Generator<{ type: number; body: Buffer }> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let position = 0; position + 5 <= view.length; ) {
    const end = position + 1 + view.readInt32BE(position + 1)
    yield { type: view[position] ?? 0, body: view.subarray(position + 5, end) }
    position = end
  }
}

/** The fields of an ErrorResponse by their letter: S severity, C code, M message. */
function errorFields(body: Buffer): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const part of body.toString('utf8').split('\0')) if (part) fields[part.charAt(0)] = part.slice(1)
  return fields
}

const isRead = (type: number): boolean =>
  type === READY_FOR_QUERY || type === NOTIFICATION || type === ERROR || type === COMMAND_COMPLETE

export interface Notification {
  channel: string
  /** The whole message, ready to be sent on. */
  bytes: Uint8Array
}

/**
 * Follows what the backend answers to one request, however the chunks are cut: passes everything but notifications on
 * in pieces of 64 KB, and remembers what the pooler must know afterwards.
 */
export class AnswerReader {
  /** Transaction status of the last ReadyForQuery: I idle, T in a transaction, E in a failed one, '' none was sent. */
  status = ''
  notifications: Notification[] = []
  /** The message of a FATAL or PANIC: the session is over. */
  ended: string | undefined
  /** Tags of the completed commands, such as `LISTEN`; only kept for short answers. */
  tags: string[] = []

  #pass: (bytes: Uint8Array) => void
  #pieces: Uint8Array[] = []
  #size = 0
  #head = Buffer.alloc(5)
  #headFilled = 0
  #missing = 0
  #kept: Buffer[] | undefined

  constructor(pass: (bytes: Uint8Array) => void) {
    this.#pass = pass
  }

  /** `chunk` must not change afterwards. */
  feed(chunk: Uint8Array): void {
    // Forwarded bytes are split as rarely as possible; `from` is the start of the current run.
    let from = 0
    let position = 0
    while (position < chunk.length) {
      if (this.#missing === 0) {
        const taken = Math.min(5 - this.#headFilled, chunk.length - position)
        this.#head.set(chunk.subarray(position, position + taken), this.#headFilled)
        const whole = this.#headFilled === 0 && taken === 5
        if (!whole || isRead(this.#head[0] ?? 0)) this.#push(chunk.subarray(from, position))
        this.#headFilled += taken
        position += taken
        if (!whole) from = position
        if (this.#headFilled < 5) break
        this.#headFilled = 0
        this.#missing = this.#head.readInt32BE(1) - 4
        this.#kept = isRead(this.#head[0] ?? 0) ? [] : undefined
        if (!this.#kept && !whole) this.#push(Buffer.from(this.#head))
      }
      const taken = Math.min(this.#missing, chunk.length - position)
      this.#kept?.push(Buffer.from(chunk.buffer, chunk.byteOffset + position, taken))
      this.#missing -= taken
      position += taken
      if (this.#kept) from = position
      if (this.#kept && this.#missing === 0) this.#complete(this.#kept)
    }
    this.#push(chunk.subarray(from, position))
  }

  /** Sends what is left. */
  end(): void {
    if (this.#size === 0) return
    const whole = new Uint8Array(this.#size)
    let position = 0
    for (const piece of this.#pieces) {
      whole.set(piece, position)
      position += piece.length
    }
    this.#pieces = []
    this.#size = 0
    this.#pass(whole)
  }

  #push(piece: Uint8Array): void {
    if (piece.length === 0) return
    this.#pieces.push(piece)
    this.#size += piece.length
    if (this.#size >= PIECE) this.end()
  }

  #complete(kept: Buffer[]): void {
    this.#kept = undefined
    const type = this.#head[0]
    const body = kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept)
    const bytes = Buffer.concat([this.#head, body])
    if (type === NOTIFICATION) {
      this.notifications.push({ channel: body.toString('utf8', 4, body.indexOf(0, 4)), bytes: new Uint8Array(bytes) })
      return
    }
    if (type === READY_FOR_QUERY) this.status = String.fromCharCode(body[0] ?? 0)
    else if (type === COMMAND_COMPLETE) {
      if (this.tags.length < 16) this.tags.push(body.toString('latin1', 0, body.length - 1))
    } else if (type === ERROR) {
      const { S, V, C, M } = errorFields(body)
      // 08006: the backend waited for more (a COPY) where there can be none, and has lost its place in the protocol.
      if (['FATAL', 'PANIC'].includes(V ?? S ?? '') || C === '08006') this.ended = M ?? 'the session ended'
    }
    this.#push(bytes)
  }
}
