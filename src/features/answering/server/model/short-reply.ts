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
  const visibleOutput = new VisibleOutput()
  let visibleReply = ''
  let outputLength = 0
  try {
    for await (const outputDelta of generate(options)) {
      const visibleText = visibleOutput.push(outputDelta)
      visibleReply = visibleOutput.startsOver ? visibleText : visibleReply + visibleText
      outputLength += outputDelta.length
      if (outputLength > MAX_CHARACTERS) return null
    }
  } catch (error) {
    if (isModelFailure(error, options.signal)) return null
    throw error
  }
  return (visibleReply + visibleOutput.end()).trim()
}
