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

interface EncodingTask {
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

const encoderFailure = (cause: unknown): AppError =>
  new AppError('unavailable', 'embedding.failed', 'The encoder is not available at the moment.', { cause })

export interface SentenceEncoderOptions extends EncoderOptions {
  /** Names the space of the vectors. */
  model: string
}

/** Without options it is the built-in encoder. */
export function createSentenceEncoder(
  encoderLog: Logger,
  { model, local }: SentenceEncoderOptions = { model: BUILT_IN_MODEL, local: null },
): SentenceEncoder {
  const waitingTasks = { questions: [] as EncodingTask[], background: [] as EncodingTask[] }
  let encoderWorker: Worker | null = null
  let currentTask: EncodingTask | null = null
  let brokenState: { error: Error; until: number } | null = null

  function startWorker(): Worker {
    // The parent's flags (a test runner's loader, an inspector) are not for this thread.
    const workerData: EncoderOptions = { local }
    const startedWorker = new Worker(inProgram('src/platform/encoder/encoder-worker.ts'), {
      execArgv: [],
      env: {},
      workerData,
    })
    let isLoaded = false
    startedWorker.on('message', (sentenceVector: Float32Array) => {
      const encodingTask = currentTask
      isLoaded = true
      currentTask = null
      encodingTask?.resolve(sentenceVector)
      startNext()
    })
    startedWorker.on('error', (error: Error) => {
      encoderLog.error({ err: error, model }, 'The thread of the encoder failed')
      if (!isLoaded) brokenState = { error, until: Date.now() + RETRY_MS }
      stopWorker(startedWorker, error)
    })
    startedWorker.on('exit', () => stopWorker(startedWorker, new Error('The thread of the encoder ended')))
    startedWorker.unref()
    return startedWorker
  }

  /** Fails everything that waits; the next text starts a new thread. */
  function stopWorker(stoppedWorker: Worker, error: Error): void {
    if (encoderWorker !== stoppedWorker) return
    encoderWorker = null
    const failedTasks = [
      ...(currentTask ? [currentTask] : []),
      ...waitingTasks.questions.splice(0),
      ...waitingTasks.background.splice(0),
    ]
    currentTask = null
    for (const encodingTask of failedTasks) encodingTask.reject(error)
  }

  function startNext(): void {
    if (currentTask) return
    currentTask = waitingTasks.questions.shift() ?? waitingTasks.background.shift() ?? null
    if (currentTask) {
      encoderWorker ??= startWorker()
      encoderWorker.ref()
      encoderWorker.postMessage(currentTask.request)
    } else encoderWorker?.unref()
  }

  function encodeText(
    taskQueue: EncodingTask[],
    sentenceText: string,
    abortSignal: AbortSignal,
  ): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      if (abortSignal.aborted) return reject(abortSignal.reason)
      if (brokenState && Date.now() < brokenState.until) return reject(brokenState.error)
      const encodingTask: EncodingTask = {
        request: { text: sentenceText, isQuestion: taskQueue === waitingTasks.questions },
        resolve: (sentenceVector) => settleTask(() => resolve(sentenceVector)),
        reject: (error) => settleTask(() => reject(error)),
      }
      const settleTask = (settleAction: () => void) => {
        abortSignal.removeEventListener('abort', abandonTask)
        settleAction()
      }
      const abandonTask = () => {
        const queuePlace = taskQueue.indexOf(encodingTask)
        if (queuePlace >= 0) taskQueue.splice(queuePlace, 1)
        encodingTask.reject(abortSignal.reason)
      }
      abortSignal.addEventListener('abort', abandonTask)
      taskQueue.push(encodingTask)
      startNext()
    })
  }

  const embedderFor = (taskQueue: EncodingTask[], defaultTimeoutMs: number | null): Embedder => ({
    model,
    async embed(sentenceTexts: readonly string[], { signal, timeoutMs }: EmbedOptions = {}) {
      const limitMs = timeoutMs ?? defaultTimeoutMs
      const abortSignals = [...(signal ? [signal] : []), ...(limitMs === null ? [] : [AbortSignal.timeout(limitMs)])]
      try {
        const sentenceVectors = await Promise.all(
          sentenceTexts.map((sentenceText) => encodeText(taskQueue, sentenceText, AbortSignal.any(abortSignals))),
        )
        return sentenceVectors.map((sentenceVector) => Array.from(sentenceVector))
      } catch (error) {
        throw encoderFailure(error)
      }
    },
  })

  return {
    questions: embedderFor(waitingTasks.questions, QUESTION_TIMEOUT_MS),
    background: embedderFor(waitingTasks.background, null),
    close: async () => {
      const runningWorker = encoderWorker
      if (!runningWorker) return
      stopWorker(runningWorker, new Error('The encoder was closed'))
      await runningWorker.terminate()
    },
  }
}
