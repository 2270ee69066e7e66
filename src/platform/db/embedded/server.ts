import { Worker } from 'node:worker_threads'
import { AppError } from '../../../kernel/app-error.ts'
import { type CallName, DEFAULT_TIMING, type FromWorker, type MaintenanceTiming, type ToWorker } from './messages.ts'
import { EmbeddedSocket, type Endpoint } from './socket.ts'

export interface ServerOptions {
  /** Folder of the cluster; null keeps the database in memory. */
  folder: string | null
  template?: Uint8Array
  timing?: Partial<MaintenanceTiming>
  /** A statement that runs longer ends the thread, in milliseconds. */
  statementLimit: number
  log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void
}

interface Running {
  worker: Worker
  /** Resolves with the startup parameters once queries are answered. */
  ready: Promise<Record<string, string>>
  exited: Promise<void>
}

/** At least this long between a failed start and the next one, in milliseconds. */
const RETRY_AFTER = 1_000
const CLOSE_LIMIT = 15_000

const lost = (text: string, code = 'ECONNRESET'): Error => Object.assign(new Error(text), { code })

/** Keeps the database thread running: starts it, replaces it when it ended or hangs, and routes sockets to it. */
export class EmbeddedServer implements Endpoint {
  /** Changed around work that may take long, such as migrations; in milliseconds. */
  statementLimit: number
  #options: ServerOptions
  #running: Running | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  #failure: Error | undefined
  #closing = false
  #beat = new Int32Array(new SharedArrayBuffer(8))
  #watch: NodeJS.Timeout | undefined
  #watched = { statement: 0, since: 0 }
  #sockets = new Map<number, EmbeddedSocket>()
  #socketCount = 0
  #calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  #callCount = 0

  constructor(options: ServerOptions) {
    this.#options = options
    this.statementLimit = options.statementLimit
  }

  /** Throws what kept the database from opening, with its own message. */
  async start(): Promise<Record<string, string>> {
    const parameters = await this.#run()
    this.#watch = setInterval(() => this.#endRunaway(), 200)
    this.#watch.unref()
    return parameters
  }

  socket(): EmbeddedSocket {
    return new EmbeddedSocket(++this.#socketCount, this)
  }

  async attach(socket: EmbeddedSocket): Promise<Record<string, string>> {
    const parameters = await this.#run()
    this.#sockets.set(socket.id, socket)
    return parameters
  }

  send(socket: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#sockets.has(socket)) this.#post({ kind: 'data', socket, bytes }, [bytes.buffer])
  }

  detach(socket: number): void {
    if (this.#sockets.delete(socket)) this.#post({ kind: 'bye', socket })
  }

  /** `stats`: EmbeddedStats; `dump`: the cluster as a tar. */
  async call(name: CallName): Promise<unknown> {
    await this.#run()
    const id = ++this.#callCount
    const answer = new Promise<unknown>((resolve, reject) => this.#calls.set(id, { resolve, reject }))
    this.#post({ kind: 'call', id, name })
    return answer
  }

  /** Ends the thread at once, as a crash would. */
  async kill(reason = lost('The database thread was ended.')): Promise<void> {
    const running = this.#running
    if (!running) return
    this.#forget(running, reason)
    await running.worker.terminate()
    await running.exited
  }

  async close(): Promise<void> {
    if (this.#closing) return
    clearInterval(this.#watch)
    const running = this.#running
    if (running) {
      const limit = AbortSignal.timeout(CLOSE_LIMIT)
      const expired = new Promise<void>((resolve) => limit.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([this.call('close').catch(() => undefined), expired])
      this.#closing = true
      await running.worker.terminate()
    }
    this.#closing = true
  }

  #run(): Promise<Record<string, string>> {
    if (this.#running) return this.#running.ready
    if (this.#closing) return Promise.reject(lost('The database is closed.'))
    if (Date.now() - this.#failedAt < RETRY_AFTER && this.#failure) return Promise.reject(this.#failure)
    const running = this.#launch()
    this.#running = running
    return running.ready
  }

  #launch(): Running {
    const { folder, template, timing } = this.#options
    this.#beat.fill(0)
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      // The parent's flags (a test runner's loader, an inspector) are not for this thread.
      execArgv: [],
      workerData: { folder, template, beat: this.#beat, timing: { ...DEFAULT_TIMING, ...timing } },
    })
    let reason: string | undefined
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const ready = new Promise<Record<string, string>>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve(message.parameters)
        else if (message.kind === 'fatal') reason = message.message
        else this.#receive(message)
      })
      worker.on('error', (error) => {
        reason ??= error instanceof Error ? error.message : String(error)
      })
      worker.once('exit', (code) => {
        const error = lost(reason ?? `The database thread ended (${code}).`)
        reject(new AppError('unavailable', 'database.unavailable', error.message, { cause: error }))
        this.#forget(running, error)
      })
    })
    const running: Running = { worker, ready, exited }
    ready.catch((error: Error) => {
      this.#failedAt = Date.now()
      this.#failure = error
    })
    return running
  }

  /** Every socket learns that its connection is lost; the next one to connect starts a new thread. */
  #forget(running: Running, error: Error): void {
    if (this.#running !== running) return
    if (!this.#closing)
      this.#options.log('error', 'The embedded database ended and will be reopened.', { reason: error.message })
    // Two threads on the same files would destroy them: the next one starts when this one is gone.
    const successor: Running = { ...running, ready: running.exited.then(() => this.#succeed(successor)) }
    successor.ready.catch(() => undefined)
    this.#running = this.#closing ? undefined : successor
    const guilty = Atomics.load(this.#beat, 1)
    const timedOut = 'code' in error && error.code === '57014'
    for (const [id, socket] of this.#sockets) {
      this.#sockets.delete(id)
      socket.destroy(timedOut && id !== guilty ? lost('The embedded database was reopened.') : error)
    }
    for (const { reject } of this.#calls.values()) reject(error)
    this.#calls.clear()
  }

  #succeed(ended: Running): Promise<Record<string, string>> {
    if (this.#running === ended) this.#running = undefined
    return this.#run()
  }

  #receive(message: Exclude<FromWorker, { kind: 'ready' | 'fatal' }>): void {
    if (message.kind === 'data') {
      const { buffer, byteOffset, byteLength } = message.bytes
      this.#sockets.get(message.socket)?.push(Buffer.from(buffer, byteOffset, byteLength))
    } else if (message.kind === 'end') this.#sockets.get(message.socket)?.push(null)
    else {
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if (message.kind === 'answer') call?.resolve(message.value)
      else call?.reject(new Error(message.message))
    }
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#running?.worker.postMessage(message, transfer)
  }

  /** `statement_timeout` does nothing in PGlite: its thread sees no signal while it works. */
  #endRunaway(): void {
    const statement = Atomics.load(this.#beat, 0)
    const now = Date.now()
    if (statement === 0 || statement !== this.#watched.statement) this.#watched = { statement, since: now }
    else if (now - this.#watched.since > this.statementLimit) {
      this.#watched = { statement: 0, since: now }
      void this.kill(lost('canceling statement due to statement timeout', '57014'))
    }
  }
}
