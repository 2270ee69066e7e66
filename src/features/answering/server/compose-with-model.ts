import type { ModelUsage } from '../../../platform/llm/index.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import { isGrounded, withoutInstructions } from '../domain/grounding.ts'
import {
  citedNumbers,
  NOT_IN_PASSAGES,
  type PromptPassage,
  type PromptStyle,
  REWRITE_SYSTEM,
  rewritePrompt,
  systemPrompt,
  userPrompt,
  withoutCitations,
} from '../domain/prompt.ts'
import { SentenceStream } from '../domain/sentence-stream.ts'

/** Yields the model's text as it comes; throws AppError `unavailable` on any failure, also half-way. */
export type Generate = (options: {
  system: string
  prompt: string
  signal: AbortSignal
  /** Called with the usage of each request that was answered at least in part. */
  onUsage?: (usage: ModelUsage) => void
}) => AsyncIterable<string>

/** Number of passages for the model. */
export const MODEL_PASSAGES = 6
const REWRITE_MS = 3_000
const REWRITE_MAX = 500

interface ModelRequest {
  workspaceName: string
  style: PromptStyle
  question: string
  passages: readonly PromptPassage[]
  signal: AbortSignal
  onDelta(text: string): Promise<void>
}

interface ModelAnswer {
  text: string
  /** Indexes of the passages that it cites. */
  used: number[]
  isRefused: boolean
  /** Sentences that no passage supports; they are not in the text. */
  leftOut: number
}

/**
 * Streams a sentence once it is known to rest on the passages it cites; a sentence that does not is left out, and an
 * answer of which nothing is left is a refusal. So nothing is shown that would have to be taken back.
 */
export async function composeWithModel(generate: Generate, request: ModelRequest): Promise<ModelAnswer> {
  const passages = request.passages
    .map(({ title, text }, index) => ({ index, title, text: withoutInstructions(text) }))
    .filter((passage) => passage.text !== '')
  const texts = passages.map((passage) => `${passage.title}\n${passage.text}`)
  const language = detectLanguage(texts.join('\n'))
  const used = new Set<number>()
  let shown = ''
  let leftOut = 0
  const show = async (sentence: string) => {
    if (!isGrounded(sentence, texts, detectLanguage(sentence) === language)) {
      if (/\p{L}/u.test(sentence) && !sentence.includes(NOT_IN_PASSAGES)) leftOut++
      return
    }
    for (const n of citedNumbers(sentence, passages.length)) {
      const passage = passages[n - 1]
      if (passage) used.add(passage.index)
    }
    const clean = withoutCitations(sentence)
    const delta = shown === '' ? clean.trimStart() : clean
    shown += delta
    await request.onDelta(delta)
  }

  const stream = new SentenceStream()
  const sent = {
    system: systemPrompt(request.workspaceName, request.style),
    prompt: userPrompt(request.question, passages),
    signal: request.signal,
  }
  let raw = ''
  for await (const delta of generate(sent)) {
    raw += delta
    for (const sentence of stream.push(delta)) await show(sentence)
  }
  await show(stream.end())
  const isRefused = shown.trim() === '' || (raw.includes(NOT_IN_PASSAGES) && used.size === 0)
  return { text: isRefused ? '' : shown.trimEnd(), used: isRefused ? [] : [...used], isRefused, leftOut }
}

/** Rewrites a follow-up as a standalone question; null when the model does not respond in time. */
export async function rewriteFollowUp(
  generate: Generate,
  question: string,
  turns: readonly { question: string; answer: string }[],
  signal: AbortSignal,
): Promise<string | null> {
  let text = ''
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(REWRITE_MS)])
    for await (const delta of generate({
      system: REWRITE_SYSTEM,
      prompt: rewritePrompt(question, turns),
      signal: bounded,
    }))
      text += delta
  } catch {
    // The caller searches with the words it has: a rewrite is a help, not a need.
    return null
  }
  const rewritten = text.trim()
  // A model that says it found nothing has not understood that it was to ask.
  const isQuestion = rewritten !== '' && !rewritten.includes('\n') && !rewritten.includes(NOT_IN_PASSAGES)
  return isQuestion && rewritten.length <= REWRITE_MAX ? rewritten : null
}
