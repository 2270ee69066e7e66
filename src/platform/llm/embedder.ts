import { setTimeout as pause } from 'node:timers/promises'
import { APICallError, type EmbeddingModel, embedMany } from 'ai'
import { AppError } from '../../kernel/app-error.ts'
import type { Logger } from '../log/index.ts'
import { traced } from '../tracing/index.ts'
import { createBreaker } from './circuit-breaker.ts'
import type { Embedder, EmbedOptions } from './embedding.ts'
import { type Deadline, deadlineIn } from './generation.ts'
import { askedPause, withoutPrompt } from './provider-error.ts'

const MAX_TEXTS = 64
/** Maximum characters of all texts in one request; providers limit requests as well as texts. */
const MAX_CHARACTERS = 100_000
const TIMEOUT_MS = 30_000
const FIRST_PAUSE_MS = 500
const MAX_ATTEMPTS = 5
const BREAKER = { failures: 5, openMs: 30_000 }
/** The request itself is at fault. 404 is not among them: it is what a model that is not there yet answers. */
const REFUSED = new Set([400, 413, 422])

globalThis.AI_SDK_LOG_WARNINGS = false

export interface EmbedderOptions {
  log: Logger
  /** The length asked for; null takes the model's own. */
  dimensions: number | null
  apiKey: string | null
  now?: () => number
}

const failure = (cause: Error): AppError =>
  new AppError('unavailable', 'embedding.failed', 'The embedding service is not available at the moment.', { cause })

const isRefusal = (error: unknown): boolean => APICallError.isInstance(error) && REFUSED.has(error.statusCode ?? 0)

const refusal = (cause: Error): AppError =>
  new AppError('invalid', 'embedding.refused', 'The embedding service refuses the request.', { cause })

/** Requests that stay within both bounds; a text beyond the second goes alone. */
function* batchesOf(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = []
  let characters = 0
  for (const text of texts) {
    if (batch.length === MAX_TEXTS || (batch.length > 0 && characters + text.length > MAX_CHARACTERS)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(text)
    characters += text.length
  }
  if (batch.length > 0) yield batch
}

function checkVectors(vectors: number[][], texts: number, length: number | null): void {
  if (vectors.length !== texts) throw new Error(`${vectors.length} vectors were received for ${texts} texts`)
  const expected = length ?? vectors[0]?.length ?? 0
  for (const vector of vectors) {
    if (vector.length !== expected || expected === 0) {
      throw new Error(`A vector of ${vector.length} numbers was received instead of ${expected}`)
    }
    // Nothing has an angle to a vector without a direction; vectors are stored in 32 bits a number.
    if (!vector.every(Number.isFinite) || vector.every((x) => x === 0))
      throw new Error('A vector of zeros was received')
  }
}

/** Milliseconds to wait before the next attempt, or null when trying again cannot help. */
function pauseAfter(error: unknown, tries: number, now: number): number | null {
  if (tries >= MAX_ATTEMPTS || !APICallError.isInstance(error) || !error.isRetryable) return null
  return askedPause(error, now) ?? FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.75 + Math.random() / 2)
}

/** An embedder over one model, with its own circuit breaker: open after 5 failures in a row, for 30 seconds. */
export function embedderOver(
  model: EmbeddingModel,
  { log, dimensions, apiKey, now = Date.now }: EmbedderOptions,
): Embedder['embed'] {
  const breaker = createBreaker({ ...BREAKER, now })
  let length = dimensions

  async function attempt(texts: string[], signal: AbortSignal, deadline: Deadline): Promise<number[][]> {
    const request = embedMany({
      model,
      values: texts,
      maxRetries: 0,
      abortSignal: signal,
      ...(dimensions === null ? {} : { dimensions }),
    })
    // A provider that ignores the abort signal is left behind all the same.
    const { embeddings } = await Promise.race([request, deadline.passed])
    checkVectors(embeddings, texts.length, length)
    length ??= embeddings[0]?.length ?? null
    return embeddings
  }

  async function embedBatch(texts: string[], signal: AbortSignal, deadline: Deadline, until: number) {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(texts, signal, deadline)
      } catch (error) {
        const ms = signal.aborted ? null : pauseAfter(error, tries, now())
        if (ms === null || now() + ms >= until) throw error
        await pause(ms, undefined, { signal })
      }
    }
  }

  return async function embed(texts: readonly string[], options: EmbedOptions = {}): Promise<number[][]> {
    const { timeoutMs = TIMEOUT_MS } = options
    if (!breaker.tryEnter()) throw failure(new Error('It keeps failing; the next attempt is due in a moment'))
    const abort = new AbortController()
    const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal
    const deadline = deadlineIn(timeoutMs, 'No answer in time')
    const until = now() + timeoutMs
    try {
      const vectors: number[][] = []
      for (const batch of batchesOf(texts)) {
        const embed = () => embedBatch(batch, signal, deadline, until)
        vectors.push(...(await traced('embedding model', { kind: 'client' }, embed)))
      }
      breaker.succeeded()
      return vectors
    } catch (error) {
      const cause = withoutPrompt(error, apiKey)
      if (options.signal?.aborted) breaker.abandoned()
      // It answers, so it is there.
      else if (isRefusal(error)) breaker.succeeded()
      else breaker.failed()
      if (!options.signal?.aborted) log.warn({ err: cause }, 'The embedding service failed')
      throw isRefusal(error) ? refusal(cause) : failure(cause)
    } finally {
      deadline.cancel()
      abort.abort()
    }
  }
}
