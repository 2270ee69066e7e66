import { sentences } from '../../ranking/server/index.ts'
import { SUGGESTED_ANSWER } from '../contract.ts'
import type { Evidence } from '../domain/evidence.ts'
import { quoteSentences } from '../domain/extract-answer.ts'
import { withoutInstructions } from '../domain/grounding.ts'

export interface ComposedAnswer {
  text: string
  /** Sources of the text. */
  used: Evidence[]
  /** There is nothing to say. */
  refused: boolean
  /** Sentences of a model's that no passage supports; they are not in the text. */
  leftOut?: number
}

/** Without a model: a FAQ answers with its own words, a passage with the sentences that answer. */
export function composeFromSource(evidence: Evidence): ComposedAnswer {
  if (evidence.kind === 'faq') return { text: evidence.text, used: [evidence], refused: false }
  const text = withoutInstructions(quoteSentences(sentences(evidence.text), evidence.best_sentence) || evidence.text)
  return text ? { text, used: [evidence], refused: false } : { text: '', used: [], refused: true }
}

/** Not certain enough to claim an answer: the closest topics, by name. */
export const composeSuggestion = (closest: Evidence[]): ComposedAnswer => ({
  text: [SUGGESTED_ANSWER, '', ...closest.map((evidence, index) => `${index + 1}. ${evidence.title}`)].join('\n'),
  used: closest,
  refused: false,
})
