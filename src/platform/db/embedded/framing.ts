/** Reading and writing of PostgreSQL wire protocol messages: one type byte, a four-byte length that counts itself, body. */

export const QUERY_MESSAGE = 0x51 // Q
export const PARSE_MESSAGE = 0x50 // P
export const SYNC_MESSAGE = 0x53 // S
export const TERMINATE = 0x58 // X
const READY_FOR_QUERY = 0x5a // Z
const NOTIFICATION = 0x41 // A
const ERROR_MESSAGE = 0x45 // E
const COMMAND_COMPLETE = 0x43 // C

const MAX_PIECE_BYTES = 64 * 1024

export function frameMessage(messageType: string, messageBody: Buffer): Buffer {
  const messageHead = Buffer.alloc(5)
  messageHead.write(messageType, 0, 'latin1')
  messageHead.writeInt32BE(4 + messageBody.length, 1)
  return Buffer.concat([messageHead, messageBody])
}

export const simpleQuery = (statement: string): Buffer => frameMessage('Q', Buffer.from(`${statement}\0`))

export function errorResponse(severity: 'ERROR' | 'FATAL', errorCode: string, errorText: string): Buffer {
  return frameMessage('E', Buffer.from(`S${severity}\0V${severity}\0C${errorCode}\0M${errorText}\0\0`))
}

export const readyForQuery = (transactionStatus: string): Buffer =>
  frameMessage('Z', Buffer.from(transactionStatus, 'latin1'))

/** The type and the body of every whole message in `bytes`. */
export function* readFrames(messageBytes: Uint8Array): Generator<{ type: number; body: Buffer }> {
  const bytesView = Buffer.from(messageBytes.buffer, messageBytes.byteOffset, messageBytes.byteLength)
  for (let position = 0; position + 5 <= bytesView.length; ) {
    const frameEnd = position + 1 + bytesView.readInt32BE(position + 1)
    yield { type: bytesView[position] ?? 0, body: bytesView.subarray(position + 5, frameEnd) }
    position = frameEnd
  }
}

/** The fields of an ErrorResponse by their letter: S severity, C code, M message. */
function errorFields(messageBody: Buffer): Record<string, string> {
  const errorFieldsByCode: Record<string, string> = {}
  for (const fieldText of messageBody.toString('utf8').split('\0'))
    if (fieldText) errorFieldsByCode[fieldText.charAt(0)] = fieldText.slice(1)
  return errorFieldsByCode
}

const isReadWhole = (messageType: number): boolean =>
  messageType === READY_FOR_QUERY ||
  messageType === NOTIFICATION ||
  messageType === ERROR_MESSAGE ||
  messageType === COMMAND_COMPLETE

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

  constructor(passBytes: (bytes: Uint8Array) => void) {
    this.#pass = passBytes
  }

  /** `chunk` must not change afterwards. */
  feed(protocolChunk: Uint8Array): void {
    // Forwarded bytes are split as rarely as possible; `from` is the start of the current run.
    let chunkStart = 0
    let position = 0
    while (position < protocolChunk.length) {
      if (this.#missing === 0) {
        const takenBytes = Math.min(5 - this.#headFilled, protocolChunk.length - position)
        this.#head.set(protocolChunk.subarray(position, position + takenBytes), this.#headFilled)
        const isWholeHead = this.#headFilled === 0 && takenBytes === 5
        if (!isWholeHead || isReadWhole(this.#head[0] ?? 0)) this.#push(protocolChunk.subarray(chunkStart, position))
        this.#headFilled += takenBytes
        position += takenBytes
        if (!isWholeHead) chunkStart = position
        if (this.#headFilled < 5) break
        this.#headFilled = 0
        this.#missing = this.#head.readInt32BE(1) - 4
        this.#kept = isReadWhole(this.#head[0] ?? 0) ? [] : undefined
        if (!this.#kept && !isWholeHead) this.#push(Buffer.from(this.#head))
      }
      const takenBytes = Math.min(this.#missing, protocolChunk.length - position)
      this.#kept?.push(Buffer.from(protocolChunk.buffer, protocolChunk.byteOffset + position, takenBytes))
      this.#missing -= takenBytes
      position += takenBytes
      if (this.#kept) chunkStart = position
      if (this.#kept && this.#missing === 0) this.#complete(this.#kept)
    }
    this.#push(protocolChunk.subarray(chunkStart, position))
  }

  /** Sends what is left. */
  end(): void {
    if (this.#size === 0) return
    const wholeBytes = new Uint8Array(this.#size)
    let position = 0
    for (const bodyPiece of this.#pieces) {
      wholeBytes.set(bodyPiece, position)
      position += bodyPiece.length
    }
    this.#pieces = []
    this.#size = 0
    this.#pass(wholeBytes)
  }

  #push(bodyPiece: Uint8Array): void {
    if (bodyPiece.length === 0) return
    this.#pieces.push(bodyPiece)
    this.#size += bodyPiece.length
    if (this.#size >= MAX_PIECE_BYTES) this.end()
  }

  #complete(bodyPieces: Buffer[]): void {
    this.#kept = undefined
    const messageType = this.#head[0]
    const messageBody = bodyPieces.length === 1 ? (bodyPieces[0] as Buffer) : Buffer.concat(bodyPieces)
    const messageBytes = Buffer.concat([this.#head, messageBody])
    if (messageType === NOTIFICATION) {
      this.notifications.push({
        channel: messageBody.toString('utf8', 4, messageBody.indexOf(0, 4)),
        bytes: new Uint8Array(messageBytes),
      })
      return
    }
    if (messageType === READY_FOR_QUERY) this.status = String.fromCharCode(messageBody[0] ?? 0)
    else if (messageType === COMMAND_COMPLETE) {
      if (this.tags.length < 16) this.tags.push(messageBody.toString('latin1', 0, messageBody.length - 1))
    } else if (messageType === ERROR_MESSAGE) {
      const { S, V, C, M } = errorFields(messageBody)
      // 08006: the backend waited for more (a COPY) where there can be none, and has lost its place in the protocol.
      if (['FATAL', 'PANIC'].includes(V ?? S ?? '') || C === '08006') this.ended = M ?? 'the session ended'
    }
    this.#push(messageBytes)
  }
}
