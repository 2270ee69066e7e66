import { APICallError, StreamProviderError, streamText } from 'ai'
import { AppError } from '../../kernel/app-error.ts'
import type { Logger } from '../log/index.ts'
import { tracedStream } from '../tracing/index.ts'
import { createBreaker } from './circuit-breaker.ts'
import { deadlineIn, type GenerateOptions, type ModelUsage, type TextGenerator } from './generation.ts'
import type { ConfiguredModel } from './language-model.ts'
import { askedPause, withoutPrompt } from './provider-error.ts'

/** Silence after the first word; a model that has begun to write doesn't pause this long. */
const STALL_MS = 5000
/** The whole of an answer may take this many times the wait for its first word. */
const TOTAL_FACTOR = 5
const RETRY_PAUSE_MS = 200
/** A retry that leaves less than this is not worth it. */
const WORTHWHILE_MS = 1000
const BREAKER = { failures: 5, openMs: 30_000 }
const CHARACTERS_PER_TOKEN = 4
const COMPLETE = new Set(['stop', 'length'])

globalThis.AI_SDK_LOG_WARNINGS = false

export interface GeneratorOptions {
  /** Longest wait for the first word. */
  timeoutMs: number
  log: Logger
  now?: () => number
}

const failure = (cause: Error): AppError =>
  new AppError('unavailable', 'llm.failed', 'The AI service is not available at the moment.', { cause })

/** Milliseconds to wait before trying again, or null when trying again cannot help. */
function retryPause(error: unknown, now: number): number | null {
  if (StreamProviderError.isInstance(error)) return error.statusCode && !error.isRetryable ? null : RETRY_PAUSE_MS
  if (!APICallError.isInstance(error)) return RETRY_PAUSE_MS
  if (!error.isRetryable) return null
  return askedPause(error, now) || RETRY_PAUSE_MS
}

/** Many services report no usage for a stream, and none for an aborted one. */
function usageOf(options: GenerateOptions, written: number, told: Partial<ModelUsage> | null): ModelUsage {
  const sent = options.messages.reduce((sum, { content }) => sum + content.length, options.system.length)
  const estimated = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN)
  return {
    inputTokens: told?.inputTokens ?? estimated(sent),
    outputTokens: told?.outputTokens ?? estimated(written),
  }
}

/** Sends one request. Throws provider errors unchanged; returns only after a complete, non-empty answer. */
async function* attempt(
  { model, settings: { thoughtTokens, ...settings } }: ConfiguredModel,
  options: GenerateOptions,
  firstMs: number,
  totalMs: number,
): AsyncGenerator<string> {
  const abort = new AbortController()
  const total = deadlineIn(totalMs, 'The answer took too long')
  const silence = deadlineIn(firstMs, 'No answer in time')
  const { fullStream } = streamText({
    ...settings,
    model,
    instructions: options.system,
    messages: options.messages,
    maxRetries: 0,
    abortSignal: options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal,
    ...(options.maxOutputTokens === undefined ? {} : { maxOutputTokens: options.maxOutputTokens + thoughtTokens }),
    onError: () => {},
  })
  const parts = fullStream[Symbol.asyncIterator]()
  let length = 0
  let told: Partial<ModelUsage> | null = null
  try {
    let outcome: string | null = null
    for (;;) {
      // A provider that ignores the abort signal is left behind all the same.
      const next = await Promise.race([parts.next(), silence.passed, total.passed])
      if (next.done) break
      const part = next.value
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw new Error('The request was aborted')
      if (part.type === 'finish') {
        outcome = part.finishReason
        const { inputTokens, outputTokens } = part.totalUsage
        told = { inputTokens, outputTokens }
      }
      if (length > 0) silence.restart(STALL_MS)
      if (part.type !== 'text-delta' || part.text === '') continue
      length += part.text.length
      yield part.text
      silence.restart(STALL_MS)
    }
    if (outcome === null || !COMPLETE.has(outcome)) throw new Error(`The answer ended with "${outcome ?? 'nothing'}"`)
    if (length === 0 && outcome === 'length')
      throw new Error('The answer was empty: its limit was used up by reasoning')
    if (length === 0) throw new Error('The answer was empty')
  } finally {
    if (length > 0 || told) options.onUsage?.(usageOf(options, length, told))
    silence.cancel()
    total.cancel()
    abort.abort()
    parts.return?.()?.catch(() => {})
  }
}

/** Up to two attempts; only one that has written nothing yet is repeated, within the wait for the first word. */
async function* attempts(
  configured: ConfiguredModel,
  options: GenerateOptions,
  timeoutMs: number,
  now: () => number,
): AsyncGenerator<string> {
  const begun = now()
  for (let tries = 1; ; tries++) {
    let written = false
    try {
      const left = timeoutMs - (now() - begun)
      for await (const text of attempt(configured, options, left, left + timeoutMs * (TOTAL_FACTOR - 1))) {
        written = true
        yield text
      }
      return
    } catch (error) {
      const pause = written || tries === 2 || options.signal?.aborted ? null : retryPause(error, now())
      if (pause === null || now() - begun + pause + WORTHWHILE_MS > timeoutMs) throw error
      await deadlineIn(pause, '').passed.catch(() => {})
      options.signal?.throwIfAborted()
    }
  }
}

/** The visitor went away, as opposed to the caller's own time limit. */
const wasGivenUp = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && !(signal.reason instanceof Error && signal.reason.name === 'TimeoutError')

/** A generator over one model, with its own circuit breaker: open after 5 failures in a row, for 30 seconds. */
export function generatorOver(
  configured: ConfiguredModel,
  { timeoutMs, log, now = Date.now }: GeneratorOptions,
): TextGenerator {
  const breaker = createBreaker({ ...BREAKER, now })
  return async function* generate(options) {
    if (!breaker.tryEnter()) throw failure(new Error('It keeps failing; the next attempt is due in a moment'))
    let settled = false
    try {
      const answer = attempts(configured, options, options.timeoutMs ?? timeoutMs, now)
      yield* tracedStream('language model', { kind: 'client' }, answer)
      settled = true
      breaker.succeeded()
    } catch (error) {
      settled = true
      const cause = withoutPrompt(error, configured.apiKey)
      if (wasGivenUp(options.signal)) breaker.abandoned()
      else {
        breaker.failed()
        log.warn({ err: cause }, 'The language model failed')
      }
      throw failure(cause)
    } finally {
      // The consumer stopped reading.
      if (!settled) breaker.abandoned()
    }
  }
}
