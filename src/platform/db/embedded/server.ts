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

interface RunningWorker {
  worker: Worker
  /** Resolves with the startup parameters once queries are answered. */
  ready: Promise<Record<string, string>>
  exited: Promise<void>
}

/** At least this long between a failed start and the next one, in milliseconds. */
const RETRY_AFTER = 1_000
const CLOSE_LIMIT = 15_000

const connectionLost = (reasonText: string, errorCode = 'ECONNRESET'): Error =>
  Object.assign(new Error(reasonText), { code: errorCode })

/** Keeps the database thread running: starts it, replaces it when it ended or hangs, and routes sockets to it. */
export class EmbeddedServer implements Endpoint {
  /** Changed around work that may take long, such as migrations; in milliseconds. */
  statementLimit: number
  #options: ServerOptions
  #engine: WebAssembly.Module | undefined
  #running: RunningWorker | undefined
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

  constructor(serverOptions: ServerOptions) {
    this.#options = serverOptions
    this.statementLimit = serverOptions.statementLimit
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

  async attach(attachedSocket: EmbeddedSocket): Promise<Record<string, string>> {
    const parameters = await this.#run().catch((failure: Error) => {
      // Each connection gets its own error object, since callers may extend it; it is reported as a lost connection.
      throw connectionLost(failure.message)
    })
    this.#sockets.set(attachedSocket.id, attachedSocket)
    return parameters
  }

  send({ id, background }: EmbeddedSocket, sentBytes: Uint8Array<ArrayBuffer>): void {
    if (this.#sockets.has(id))
      this.#post({ kind: 'data', socket: id, bytes: sentBytes, background, since: threadClock() }, [sentBytes.buffer])
  }

  detach(socketId: number): void {
    if (this.#sockets.delete(socketId)) this.#post({ kind: 'bye', socket: socketId })
  }

  /** `stats`: EmbeddedStats; `dump`: the cluster as a tar. */
  async call(callName: CallName): Promise<unknown> {
    await this.#run()
    const callId = ++this.#callCount
    const callAnswer = new Promise<unknown>((resolve, reject) => this.#calls.set(callId, { resolve, reject }))
    this.#post({ kind: 'call', id: callId, name: callName })
    return callAnswer
  }

  /** Ends the thread at once, as a crash would. */
  async kill(endReason = connectionLost('The database thread was ended.')): Promise<void> {
    const runningWorker = this.#running
    if (!runningWorker) return
    this.#forget(runningWorker, endReason)
    await runningWorker.worker.terminate()
    await runningWorker.exited
  }

  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    clearInterval(this.#watch)
    const runningWorker = this.#running
    if (!runningWorker) return
    const closeExpired = Promise.withResolvers<void>()
    const closeTimer = setTimeout(closeExpired.resolve, CLOSE_LIMIT)
    await Promise.race([this.call('close').catch(() => undefined), closeExpired.promise])
    clearTimeout(closeTimer)
    await runningWorker.worker.terminate()
  }

  #run(): Promise<Record<string, string>> {
    if (this.#running) return this.#running.ready
    if (this.#closing) return Promise.reject(connectionLost('The database is closed.'))
    if (Date.now() - this.#failedAt < RETRY_AFTER && this.#failure) return Promise.reject(this.#failure)
    const runningWorker = this.#launch()
    this.#running = runningWorker
    return runningWorker.ready
  }

  #launch(): RunningWorker {
    const { folder, template, timing } = this.#options
    this.#heartbeat.fill(0)
    const databaseWorker = new Worker(inProgram('src/platform/db/embedded/worker.ts'), {
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
    let fatalReason: string | undefined
    let hasStarted = false
    const workerExit = new Promise<void>((resolve) => databaseWorker.once('exit', () => resolve()))
    const workerReady = new Promise<Record<string, string>>((resolve, reject) => {
      databaseWorker.on('message', (workerMessage: FromWorker) => {
        if (workerMessage.kind === 'ready') {
          hasStarted = true
          resolve(workerMessage.parameters)
        } else if (workerMessage.kind === 'fatal') {
          fatalReason = workerMessage.message
          if (hasStarted) this.#forget(runningWorker, connectionLost(fatalReason))
        } else this.#receive(workerMessage)
      })
      databaseWorker.on('error', (error) => {
        fatalReason ??= error instanceof Error ? error.message : String(error)
      })
      databaseWorker.once('exit', (exitCode) => {
        const error = connectionLost(fatalReason ?? `The database thread ended (${exitCode}).`)
        if (hasStarted) return this.#forget(runningWorker, error)
        if (this.#running === runningWorker) this.#running = undefined
        this.#failedAt = Date.now()
        this.#failure =
          explainDamage(folder ?? '', error.message) ??
          new AppError('unavailable', 'database.unavailable', error.message, { cause: error })
        reject(this.#failure)
      })
    })
    const runningWorker: RunningWorker = { worker: databaseWorker, ready: workerReady, exited: workerExit }
    // Waiting callers see the rejection; without one it must not become an unhandled rejection.
    workerReady.catch(() => undefined)
    return runningWorker
  }

  /** Every socket learns that its connection is lost; the next one to connect starts a new thread. */
  #forget(runningWorker: RunningWorker, error: Error): void {
    if (this.#running !== runningWorker) return
    this.#running = this.#closing ? undefined : this.#successor(runningWorker)
    if (!this.#closing)
      this.#options.log('error', 'The embedded database ended and is reopened.', { reason: error.message })
    const timedOutSocket = Atomics.load(this.#heartbeat, 1)
    const timedOut = 'code' in error && error.code === '57014'
    for (const [id, socket] of this.#sockets) {
      this.#sockets.delete(id)
      // Each has an error of its own: who gets it may add to it.
      const isAnother = timedOut && id !== timedOutSocket
      socket.destroy(
        isAnother
          ? connectionLost('The embedded database was reopened.')
          : connectionLost(error.message, timedOut ? '57014' : undefined),
      )
    }
    for (const { reject } of this.#calls.values()) reject(error)
    this.#calls.clear()
  }

  /** Two threads on the same files would destroy them: the next one starts when this one is gone. */
  #successor(endedWorker: RunningWorker): RunningWorker {
    const successorReady = endedWorker.exited.then(() => {
      if (this.#running === successor) this.#running = undefined
      return this.#run()
    })
    successorReady.catch(() => undefined)
    const successor: RunningWorker = { ...endedWorker, ready: successorReady }
    return successor
  }

  #receive(workerMessage: Exclude<FromWorker, { kind: 'ready' | 'fatal' }>): void {
    if (workerMessage.kind === 'data') {
      const { buffer, byteOffset, byteLength } = workerMessage.bytes
      this.#sockets
        .get(workerMessage.socket)
        ?.receive(Buffer.from(buffer, byteOffset, byteLength), workerMessage.waited)
    } else if (workerMessage.kind === 'end') this.#sockets.get(workerMessage.socket)?.push(null)
    else {
      const pendingCall = this.#calls.get(workerMessage.id)
      this.#calls.delete(workerMessage.id)
      if (workerMessage.kind === 'answer') pendingCall?.resolve(workerMessage.value)
      else pendingCall?.reject(new Error(workerMessage.message))
    }
  }

  #post(workerMessage: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#running?.worker.postMessage(workerMessage, transfer)
  }

  /** `statement_timeout` does nothing in PGlite: its thread sees no signal while it works. */
  #endRunaway(): void {
    const statement = Atomics.load(this.#heartbeat, 0)
    const timestamp = Date.now()
    if (statement === 0 || statement !== this.#watched.statement) this.#watched = { statement, since: timestamp }
    else if (timestamp - this.#watched.since > this.statementLimit) {
      this.#watched = { statement: 0, since: timestamp }
      void this.kill(connectionLost('canceling statement due to statement timeout', '57014'))
    }
  }
}
