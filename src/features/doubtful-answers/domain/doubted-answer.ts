import { oneLine } from '../../../kernel/text.ts'
import type { AnswerSource, Outcome } from '../../questions/contract.ts'

type Source = Pick<AnswerSource, 'kind' | 'id'>

/** An answer as a visitor got it. */
export interface DoubtedAnswer {
  answer: string
  /** The source that leads it. */
  source: Source | null
  /** The source was edited after the answer. */
  isSourceChanged: boolean
}

/** The same question, asked now without a model. */
export interface RepeatedAnswer {
  outcome: Outcome
  answer: string
  /** The first source of the answer or of the suggestions. */
  source: Source | null
  /** A model writes for visitors: texts differ every time, and it may answer from what is only suggested here. */
  isModelSkipped: boolean
}

const isSame = (left: Source | null, right: Source | null) => left?.kind === right?.kind && left?.id === right?.id

/** Returns how the answer of now relates to the doubted one; `unknown` where that cannot be said. */
export function compareAnswers(doubted: DoubtedAnswer, repeated: RepeatedAnswer): 'same' | 'other' | 'unknown' {
  if (repeated.outcome === 'unavailable') return 'unknown'
  const isOtherSource = !isSame(doubted.source, repeated.source) || doubted.isSourceChanged
  if (repeated.isModelSkipped) {
    if (isOtherSource) return 'other'
    return repeated.outcome === 'answered' ? 'same' : 'unknown'
  }
  if (repeated.outcome !== 'answered') return 'other'
  // Passages of a page that was read again have new ids: the text decides whether anything changed for visitors.
  return isOtherSource && oneLine(doubted.answer) !== oneLine(repeated.answer) ? 'other' : 'same'
}
