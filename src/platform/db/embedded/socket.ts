import { Duplex } from 'node:stream'
import { message, TERMINATE } from './framing.ts'

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

  constructor(id: number, endpoint: Endpoint, background: boolean) {
    super()
    this.id = id
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
  receive(bytes: Buffer, waited: number): void {
    this.#waited += waited
    this.push(bytes)
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.length === 1 && chunks[0] ? chunks[0].chunk : Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#endpoint.detach(this.id)
    done(error)
  }

  #send(bytes: Buffer): void {
    // The startup message is the only one without a type byte: its length begins with a zero.
    if (!this.#started) {
      this.#started = true
      this.push(greeting(this.#parameters))
    } else if (bytes[0] === TERMINATE) this.push(null)
    else this.#endpoint.send(this, new Uint8Array(bytes))
  }
}

function greeting(parameters: Record<string, string>): Buffer {
  const reports = Object.entries(parameters).map(([name, value]) => message('S', Buffer.from(`${name}\0${value}\0`)))
  const accepted = message('R', Buffer.alloc(4))
  const cancelKey = message('K', Buffer.alloc(8))
  return Buffer.concat([accepted, ...reports, cancelKey, message('Z', Buffer.from('I'))])
}
