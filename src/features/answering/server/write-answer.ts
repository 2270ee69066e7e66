import { sentences } from '../../ranking/server/index.ts'
import { SUGGESTED_ANSWER } from '../contract.ts'
import type { Evidence } from '../domain/evidence.ts'
import { quoteSentences } from '../domain/extract-answer.ts'
import { citedNumbers, NOT_IN_PASSAGES, systemPrompt, userPrompt, withoutCitations } from '../domain/prompt.ts'

/** Yields the model's text as it comes; throws AppError `unavailable` on any failure, also half-way. */
export type Generate = (o: { system: string; prompt: string; signal: AbortSignal }) => AsyncIterable<string>

export interface Written {
  text: string
  /** What the text rests on. */
  used: Evidence[]
  /** The model found nothing in the passages. */
  refused: boolean
}

/** How many passages a model is given. */
export const MODEL_PASSAGES = 6

/** Without a model: a FAQ answers with its own words, a passage with the sentences that answer. */
export function writeBuiltIn(evidence: Evidence): Written {
  const text =
    evidence.kind === 'faq'
      ? evidence.text
      : quoteSentences(sentences(evidence.text), evidence.best_sentence) || evidence.text
  return { text, used: [evidence], refused: false }
}

/** Not certain enough to claim an answer: the closest topics, by name. */
export const writeSuggestion = (closest: Evidence[]): Written => ({
  text: [SUGGESTED_ANSWER, '', ...closest.map((e, i) => `${i + 1}. ${e.title}`)].join('\n'),
  used: closest,
  refused: false,
})

/** With a model: streams, holding back the beginning until it cannot be the word for a refusal any more. */
export async function writeWithModel(
  generate: Generate,
  o: {
    workspaceName: string
    question: string
    evidence: Evidence[]
    signal: AbortSignal
    onDelta: (text: string) => Promise<void>
  },
): Promise<Written> {
  const passages = o.evidence.slice(0, MODEL_PASSAGES)
  let raw = ''
  let sent = 0
  for await (const delta of generate({
    system: systemPrompt(o.workspaceName),
    prompt: userPrompt(o.question, passages),
    signal: o.signal,
  })) {
    raw += delta
    if (NOT_IN_PASSAGES.startsWith(raw.trim().slice(0, NOT_IN_PASSAGES.length))) continue
    // A citation may be cut between two deltas: hold back from its opening bracket.
    const open = raw.lastIndexOf('[')
    const upTo = open > raw.lastIndexOf(']') && raw.length - open < 12 ? open : raw.length
    const clean = withoutCitations(raw.slice(0, upTo))
    if (clean.length > sent) {
      await o.onDelta(clean.slice(sent))
      sent = clean.length
    }
  }
  if (raw.includes(NOT_IN_PASSAGES) || raw.trim() === '') return { text: '', used: [], refused: true }
  const text = withoutCitations(raw)
  if (text.length > sent) await o.onDelta(text.slice(sent))
  const used = citedNumbers(raw, passages.length).flatMap((n) => passages[n - 1] ?? [])
  return { text, used, refused: used.length === 0 }
}
