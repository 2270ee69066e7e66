import { Worker } from 'node:worker_threads'
import { AppError } from '../../kernel/app-error.ts'
import type { Embedder, EmbedOptions } from '../llm/index.ts'
import type { Logger } from '../log/index.ts'
import { inProgram } from '../program/index.ts'
import type { EncoderOptions, EncoderRequest } from './encoder-protocol.ts'

/** Names the space of the built-in encoder's vectors. */
export const BUILT_IN_MODEL = 'universal-sentence-encoder-lite-en'

/** Timeout of a visitor's question. Background texts have none: on a slow machine they are slow, not lost. */
const QUESTION_TIMEOUT_MS = 30_000
/** Pause after a model that could not be loaded: reading it again takes seconds of a core. */
const RETRY_MS = 60_000

interface Task {
  request: EncoderRequest
  resolve(vector: Float32Array): void
  reject(error: Error): void
}

/** An encoder on this machine: one thread, started at the first text, for visitors' questions and background work. */
export interface SentenceEncoder {
  /** For questions: they are encoded before the texts of the background. */
  questions: Embedder
  background: Embedder
  close(): Promise<void>
}

const failure = (cause: unknown): AppError =>
  new AppError('unavailable', 'embedding.failed', 'The encoder is not available at the moment.', { cause })

export interface SentenceEncoderOptions extends EncoderOptions {
  /** Names the space of the vectors. */
  model: string
}

/** Without options it is the built-in encoder. */
export function createSentenceEncoder(
  log: Logger,
  { model, local }: SentenceEncoderOptions = { model: BUILT_IN_MODEL, local: null },
): SentenceEncoder {
  const waiting = { questions: [] as Task[], background: [] as Task[] }
  let worker: Worker | null = null
  let current: Task | null = null
  let broken: { error: Error; until: number } | null = null

  function start(): Worker {
    // The parent's flags (a test runner's loader, an inspector) are not for this thread.
    const workerData: EncoderOptions = { local }
    const started = new Worker(inProgram('src/platform/encoder/encoder-worker.ts'), {
      execArgv: [],
      env: {},
      workerData,
    })
    let isLoaded = false
    started.on('message', (vector: Float32Array) => {
      const task = current
      isLoaded = true
      current = null
      task?.resolve(vector)
      next()
    })
    started.on('error', (error: Error) => {
      log.error({ err: error, model }, 'The thread of the encoder failed')
      if (!isLoaded) broken = { error, until: Date.now() + RETRY_MS }
      stop(started, error)
    })
    started.on('exit', () => stop(started, new Error('The thread of the encoder ended')))
    started.unref()
    return started
  }

  /** Fails everything that waits; the next text starts a new thread. */
  function stop(stopped: Worker, error: Error): void {
    if (worker !== stopped) return
    worker = null
    const tasks = [...(current ? [current] : []), ...waiting.questions.splice(0), ...waiting.background.splice(0)]
    current = null
    for (const task of tasks) task.reject(error)
  }

  function next(): void {
    if (current) return
    current = waiting.questions.shift() ?? waiting.background.shift() ?? null
    if (current) {
      worker ??= start()
      worker.ref()
      worker.postMessage(current.request)
    } else worker?.unref()
  }

  function encode(queue: Task[], text: string, signal: AbortSignal): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      if (broken && Date.now() < broken.until) return reject(broken.error)
      const task: Task = {
        request: { text, isQuestion: queue === waiting.questions },
        resolve: (vector) => settle(() => resolve(vector)),
        reject: (error) => settle(() => reject(error)),
      }
      const settle = (act: () => void) => {
        signal.removeEventListener('abort', abandon)
        act()
      }
      const abandon = () => {
        const place = queue.indexOf(task)
        if (place >= 0) queue.splice(place, 1)
        task.reject(signal.reason)
      }
      signal.addEventListener('abort', abandon)
      queue.push(task)
      next()
    })
  }

  const embedderFor = (queue: Task[], defaultTimeoutMs: number | null): Embedder => ({
    model,
    async embed(texts: readonly string[], { signal, timeoutMs }: EmbedOptions = {}) {
      const limitMs = timeoutMs ?? defaultTimeoutMs
      const signals = [...(signal ? [signal] : []), ...(limitMs === null ? [] : [AbortSignal.timeout(limitMs)])]
      try {
        const vectors = await Promise.all(texts.map((text) => encode(queue, text, AbortSignal.any(signals))))
        return vectors.map((vector) => Array.from(vector))
      } catch (error) {
        throw failure(error)
      }
    },
  })

  return {
    questions: embedderFor(waiting.questions, QUESTION_TIMEOUT_MS),
    background: embedderFor(waiting.background, null),
    close: async () => {
      const running = worker
      if (!running) return
      stop(running, new Error('The encoder was closed'))
      await running.terminate()
    },
  }
}
