import { Worker } from 'node:worker_threads'
import { AppError } from '../../../kernel/app-error.ts'
import { inProgram } from '../../program/index.ts'
import { explainDamage } from './damage.ts'
import { engine } from './engine.ts'
import {
  type CallName,
  DEFAULT_TIMING,
  type FromWorker,
  type MaintenanceTiming,
  type ToWorker,
  threadClock,
} from './messages.ts'
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
  #engine: WebAssembly.Module | undefined
  #running: Running | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  #failure: Error | undefined
  #closing = false
  #heartbeat = new Int32Array(new SharedArrayBuffer(8))
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
    this.#engine = await engine()
    const parameters = await this.#run()
    this.#watch = setInterval(() => this.#endRunaway(), 200)
    this.#watch.unref()
    return parameters
  }

  socket(background: boolean): EmbeddedSocket {
    return new EmbeddedSocket(++this.#socketCount, this, background)
  }

  async attach(socket: EmbeddedSocket): Promise<Record<string, string>> {
    const parameters = await this.#run().catch((failure: Error) => {
      // Each connection gets its own error object, since callers may extend it; it is reported as a lost connection.
      throw lost(failure.message)
    })
    this.#sockets.set(socket.id, socket)
    return parameters
  }

  send({ id, background }: EmbeddedSocket, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#sockets.has(id))
      this.#post({ kind: 'data', socket: id, bytes, background, since: threadClock() }, [bytes.buffer])
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
    this.#closing = true
    clearInterval(this.#watch)
    const running = this.#running
    if (!running) return
    const expired = Promise.withResolvers<void>()
    const limit = setTimeout(expired.resolve, CLOSE_LIMIT)
    await Promise.race([this.call('close').catch(() => undefined), expired.promise])
    clearTimeout(limit)
    await running.worker.terminate()
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
    this.#heartbeat.fill(0)
    const worker = new Worker(inProgram('src/platform/db/embedded/worker.ts'), {
      // The parent's flags (a test runner's loader, an inspector) are not for this thread.
      execArgv: [],
      workerData: {
        folder,
        template,
        heartbeat: this.#heartbeat,
        timing: { ...DEFAULT_TIMING, ...timing },
        engine: this.#engine,
      },
    })
    let reason: string | undefined
    let started = false
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const ready = new Promise<Record<string, string>>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          started = true
          resolve(message.parameters)
        } else if (message.kind === 'fatal') {
          reason = message.message
          if (started) this.#forget(running, lost(reason))
        } else this.#receive(message)
      })
      worker.on('error', (error) => {
        reason ??= error instanceof Error ? error.message : String(error)
      })
      worker.once('exit', (code) => {
        const error = lost(reason ?? `The database thread ended (${code}).`)
        if (started) return this.#forget(running, error)
        if (this.#running === running) this.#running = undefined
        this.#failedAt = Date.now()
        this.#failure =
          explainDamage(folder ?? '', error.message) ??
          new AppError('unavailable', 'database.unavailable', error.message, { cause: error })
        reject(this.#failure)
      })
    })
    const running: Running = { worker, ready, exited }
    // Waiting callers see the rejection; without one it must not become an unhandled rejection.
    ready.catch(() => undefined)
    return running
  }

  /** Every socket learns that its connection is lost; the next one to connect starts a new thread. */
  #forget(running: Running, error: Error): void {
    if (this.#running !== running) return
    this.#running = this.#closing ? undefined : this.#successor(running)
    if (!this.#closing)
      this.#options.log('error', 'The embedded database ended and is reopened.', { reason: error.message })
    const timedOutSocket = Atomics.load(this.#heartbeat, 1)
    const timedOut = 'code' in error && error.code === '57014'
    for (const [id, socket] of this.#sockets) {
      this.#sockets.delete(id)
      // Each has an error of its own: who gets it may add to it.
      const isAnother = timedOut && id !== timedOutSocket
      socket.destroy(
        isAnother ? lost('The embedded database was reopened.') : lost(error.message, timedOut ? '57014' : undefined),
      )
    }
    for (const { reject } of this.#calls.values()) reject(error)
    this.#calls.clear()
  }

  /** Two threads on the same files would destroy them: the next one starts when this one is gone. */
  #successor(ended: Running): Running {
    const ready = ended.exited.then(() => {
      if (this.#running === successor) this.#running = undefined
      return this.#run()
    })
    ready.catch(() => undefined)
    const successor: Running = { ...ended, ready }
    return successor
  }

  #receive(message: Exclude<FromWorker, { kind: 'ready' | 'fatal' }>): void {
    if (message.kind === 'data') {
      const { buffer, byteOffset, byteLength } = message.bytes
      this.#sockets.get(message.socket)?.receive(Buffer.from(buffer, byteOffset, byteLength), message.waited)
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
    const statement = Atomics.load(this.#heartbeat, 0)
    const now = Date.now()
    if (statement === 0 || statement !== this.#watched.statement) this.#watched = { statement, since: now }
    else if (now - this.#watched.since > this.statementLimit) {
      this.#watched = { statement: 0, since: now }
      void this.kill(lost('canceling statement due to statement timeout', '57014'))
    }
  }
}
