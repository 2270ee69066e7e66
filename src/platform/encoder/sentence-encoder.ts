import { Worker } from 'node:worker_threads'
import { AppError } from '../../kernel/app-error.ts'
import type { Embedder, EmbedOptions } from '../llm/index.ts'
import type { Logger } from '../log/index.ts'
import { inProgram } from '../program/index.ts'
import type { EncoderReply } from './encoder-worker.ts'
import { VECTOR_LENGTH } from './universal-sentence-encoder.ts'

/** Names the space of the vectors. */
export const BUILT_IN_MODEL = 'universal-sentence-encoder-lite-en'

/** Timeout of a visitor's question. Background texts have none: on a slow machine they are slow, not lost. */
const QUESTION_TIMEOUT_MS = 30_000

interface Task {
  text: string
  resolve(vector: Float32Array): void
  reject(error: Error): void
}

/** The built-in encoder: one thread, started at the first text, for visitors' questions and background work. */
export interface SentenceEncoder {
  /** For questions: they are encoded before the texts of the background. */
  questions: Embedder
  background: Embedder
  close(): Promise<void>
}

const failure = (cause: unknown): AppError =>
  new AppError('unavailable', 'embedding.failed', 'The built-in encoder is not available at the moment.', { cause })

/** A text without tokens has the direction of no other text. */
const emptyVector = (): Float32Array => {
  const vector = new Float32Array(VECTOR_LENGTH)
  vector[0] = 1
  return vector
}

export function createSentenceEncoder(log: Logger): SentenceEncoder {
  const waiting = { questions: [] as Task[], background: [] as Task[] }
  let worker: Worker | null = null
  let current: Task | null = null

  function start(): Worker {
    // The parent's flags (a test runner's loader, an inspector) are not for this thread.
    const started = new Worker(inProgram('src/platform/encoder/encoder-worker.ts'), { execArgv: [], env: {} })
    started.on('message', ({ vector }: EncoderReply) => {
      const task = current
      current = null
      task?.resolve(vector ?? emptyVector())
      next()
    })
    started.on('error', (error) => {
      log.error({ err: error }, 'The thread of the built-in encoder failed')
      stop(started, error)
    })
    started.on('exit', () => stop(started, new Error('The thread of the built-in encoder ended')))
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
      worker.postMessage(current.text)
    } else worker?.unref()
  }

  function encode(queue: Task[], text: string, signal: AbortSignal): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const task: Task = {
        text,
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
    model: BUILT_IN_MODEL,
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
      stop(running, new Error('The built-in encoder was closed'))
      await running.terminate()
    },
  }
}
