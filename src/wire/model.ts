import type { Generate } from '../features/answering/server/index.ts'
import type { Config } from '../platform/config/index.ts'
import { createTextGenerator } from '../platform/llm/index.ts'
import type { Logger } from '../platform/log/index.ts'

/** Enough for a thorough answer; a model that rambles is stopped there, or a little later where thought has room too. */
export const MAX_OUTPUT_TOKENS = 800

/** The configured language model, or null: then the built-in answerer writes. */
export function createGenerate(modelConfig: Config, modelLog: Logger): Generate | null {
  if (!modelConfig.ai) return null
  const generate = createTextGenerator(modelConfig.ai, modelLog)
  return ({ prompt, maxOutputTokens = MAX_OUTPUT_TOKENS, ...o }) =>
    generate({ ...o, messages: [{ role: 'user', content: prompt }], maxOutputTokens })
}
