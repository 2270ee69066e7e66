import { markupToPlainText } from '../../../kernel/markup.ts'
import type { AnswerSource, Outcome } from '../../questions/contract.ts'
import type { Cited, Shortfall } from '../contract.ts'

/** Requirements for an answer. */
export interface Requirements {
  phrases: readonly string[]
  cites: Pick<Cited, 'kind' | 'id'> | null
}

export interface GivenAnswer {
  answer: string
  outcome: Outcome
  sources: readonly Pick<AnswerSource, 'kind' | 'id' | 'source_id'>[]
}

/** Characters that are typed in one way and typeset in another. */
const TYPOGRAPHY: readonly [RegExp, string][] = [
  [/[\u00AD\u200B-\u200D\u2060\uFEFF]/gu, ''],
  [/[‘’‚‛′ʼ`´]/gu, "'"],
  [/[“”„‟″«»]/gu, '"'],
  [/[‐‑‒–—―−]/gu, '-'],
]

/** Case, spaces and typesetting aside. */
export function toComparableText(text: string): string {
  let normalized = text
  for (const [from, to] of TYPOGRAPHY) normalized = normalized.replace(from, to)
  return normalized.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

const citesSource = (source: GivenAnswer['sources'][number], { kind, id }: Pick<Cited, 'kind' | 'id'>): boolean =>
  kind === 'faq' ? source.kind === 'faq' && source.id === id : source.kind === 'chunk' && source.source_id === id

/**
 * Returns the missing requirements of an answer; null when it fulfills all. A suggestion is not an answer. Phrases
 * match in the raw text or in the text without markup.
 */
export function shortfallOf(
  { answer, outcome, sources }: GivenAnswer,
  { phrases, cites }: Requirements,
): Shortfall | null {
  const unanswered = outcome !== 'answered'
  const texts = [toComparableText(answer), toComparableText(markupToPlainText(answer))]
  const missing = phrases.filter(
    (phrase) => unanswered || !texts.some((text) => text.includes(toComparableText(phrase))),
  )
  const uncited = cites !== null && (unanswered || !sources.some((source) => citesSource(source, cites)))
  return unanswered || missing.length > 0 || uncited ? { unanswered, missing, uncited } : null
}
