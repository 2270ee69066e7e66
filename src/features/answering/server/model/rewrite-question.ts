import {
  NOT_IN_PASSAGES,
  type PromptTurn,
  REWRITE_SYSTEM,
  rewritePrompt,
  TRANSLATE_SYSTEM,
  translatePrompt,
} from '../../domain/model/prompt.ts'
import { type Generate, shortReply } from './short-reply.ts'

const REWRITE_MS = 3_000
const REWRITE_TOKENS = 200
const MAX_CHARACTERS = 500

/** Rewrites a follow-up as a standalone question; null when the model does not respond in time. */
export const rewriteFollowUp = (
  generate: Generate,
  question: string,
  turns: readonly PromptTurn[],
  signal: AbortSignal,
): Promise<string | null> =>
  shortRewrite(generate, { system: REWRITE_SYSTEM, prompt: rewritePrompt(question, turns) }, signal)

/**
 * Translates a question for the search; null when the model does not respond in time.
 * @param language of the content, as ISO 639-1 code
 */
export const translateQuestion = (
  generate: Generate,
  question: string,
  language: string,
  signal: AbortSignal,
): Promise<string | null> =>
  shortRewrite(generate, { system: TRANSLATE_SYSTEM, prompt: translatePrompt(question, language) }, signal)

async function shortRewrite(
  generate: Generate,
  prompt: { system: string; prompt: string },
  signal: AbortSignal,
): Promise<string | null> {
  const boundedSignal = AbortSignal.any([signal, AbortSignal.timeout(REWRITE_MS)])
  const modelReply = await shortReply(generate, { ...prompt, signal: boundedSignal, maxOutputTokens: REWRITE_TOKENS })
  // A model that says it found nothing has not understood that it was to rewrite.
  const isQuestion = modelReply && !modelReply.includes('\n') && !modelReply.includes(NOT_IN_PASSAGES)
  return isQuestion && modelReply.length <= MAX_CHARACTERS ? modelReply : null
}
