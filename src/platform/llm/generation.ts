/** Tokens as the service reports them; estimated at four characters per token when it does not. */
export interface ModelUsage {
  inputTokens: number
  outputTokens: number
}

export interface GenerateOptions {
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  /** Ends the request when the reader is gone. */
  signal?: AbortSignal
  /** Longest wait for the first word, in place of the configured one. */
  timeoutMs?: number
  maxOutputTokens?: number
  /** Called once for each request with a response, also for one that failed or was aborted midway. */
  onUsage?: (usage: ModelUsage) => void
}

/**
 * Yields the model's text as it is written. Throws `unavailable`, `llm.failed`, whenever the answer does not come to
 * its regular end, also after text was yielded: what was yielded until then is not an answer.
 */
export type TextGenerator = (options: GenerateOptions) => AsyncGenerator<string>

export interface Deadline {
  /** Rejects when the time is over; never resolves. */
  passed: Promise<never>
  restart(ms: number): void
  cancel(): void
}

/** A time limit that can be put off. */
export function deadlineIn(ms: number, message: string): Deadline {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const start = (delay: number) => setTimeout(() => reject(new Error(message)), Math.max(0, delay))
  let timer = start(ms)
  return {
    passed: promise,
    restart(delay) {
      clearTimeout(timer)
      timer = start(delay)
    },
    cancel: () => clearTimeout(timer),
  }
}
