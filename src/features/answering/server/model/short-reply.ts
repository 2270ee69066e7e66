import type { ModelUsage } from '../../../../platform/llm/index.ts'
import { VisibleOutput } from '../../domain/model/visible-output.ts'
import { isModelFailure } from './model-failure.ts'

/** Yields the model's text as it comes; throws AppError `unavailable` on any failure, also half-way. */
export type Generate = (options: {
  system: string
  prompt: string
  signal: AbortSignal
  maxOutputTokens?: number
  /** Called with the usage of each request that was answered at least in part. */
  onUsage?: (usage: ModelUsage) => void
}) => AsyncIterable<string>

const MAX_CHARACTERS = 20_000

/**
 * Collects a reply that helps an answer but is not shown. @returns null when the model fails or the time is over: the
 * answer is then made without it
 */
export async function shortReply(generate: Generate, options: Parameters<Generate>[0]): Promise<string | null> {
  const visible = new VisibleOutput()
  let reply = ''
  let length = 0
  try {
    for await (const delta of generate(options)) {
      const text = visible.push(delta)
      reply = visible.startsOver ? text : reply + text
      length += delta.length
      if (length > MAX_CHARACTERS) return null
    }
  } catch (error) {
    if (isModelFailure(error, options.signal)) return null
    throw error
  }
  return (reply + visible.end()).trim()
}
