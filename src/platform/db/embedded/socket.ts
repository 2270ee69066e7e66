import { Duplex } from 'node:stream'
import { frameMessage, TERMINATE } from './framing.ts'

/** Functions of the database thread that a socket uses. */
export interface Endpoint {
  /** Resolves when the thread answers queries, with the parameters a server reports at startup. */
  attach(socket: EmbeddedSocket): Promise<Record<string, string>>
  send(socket: EmbeddedSocket, bytes: Uint8Array<ArrayBuffer>): void
  detach(socket: number): void
}

/** Replaces the network socket of a `pg` connection; the other end is the database thread. */
export class EmbeddedSocket extends Duplex {
  readonly id: number
  /** Its transactions let those of others go first. */
  readonly background: boolean
  #waited = 0
  #endpoint: Endpoint
  #parameters: Record<string, string> = {}
  #started = false

  constructor(socketId: number, endpoint: Endpoint, background: boolean) {
    super()
    this.id = socketId
    this.background = background
    this.#endpoint = endpoint
  }

  connect(): this {
    this.#endpoint.attach(this).then(
      (parameters) => {
        if (this.destroyed) return
        this.#parameters = parameters
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  /** Milliseconds for which its requests have waited for their turns so far. */
  get waited(): number {
    return this.#waited
  }

  /** Handles response bytes of the thread, with the milliseconds that this socket waited for its turn. */
  receive(receivedBytes: Buffer, waitedMs: number): void {
    this.#waited += waitedMs
    this.push(receivedBytes)
  }

  override _read(): void {}

  override _write(writtenChunk: Buffer, _encoding: string, onWritten: () => void): void {
    this.#send(writtenChunk)
    onWritten()
  }

  override _writev(writtenChunks: { chunk: Buffer }[], onWritten: () => void): void {
    this.#send(
      writtenChunks.length === 1 && writtenChunks[0]
        ? writtenChunks[0].chunk
        : Buffer.concat(writtenChunks.map(({ chunk }) => chunk)),
    )
    onWritten()
  }

  override _destroy(error: Error | null, onDestroyed: (error: Error | null) => void): void {
    this.#endpoint.detach(this.id)
    onDestroyed(error)
  }

  #send(sentBytes: Buffer): void {
    // The startup message is the only one without a type byte: its length begins with a zero.
    if (!this.#started) {
      this.#started = true
      this.push(greeting(this.#parameters))
    } else if (sentBytes[0] === TERMINATE) this.push(null)
    else this.#endpoint.send(this, new Uint8Array(sentBytes))
  }
}

function greeting(parameters: Record<string, string>): Buffer {
  const parameterReports = Object.entries(parameters).map(([name, value]) =>
    frameMessage('S', Buffer.from(`${name}\0${value}\0`)),
  )
  const accepted = frameMessage('R', Buffer.alloc(4))
  const cancelKey = frameMessage('K', Buffer.alloc(8))
  return Buffer.concat([accepted, ...parameterReports, cancelKey, frameMessage('Z', Buffer.from('I'))])
}
