import { oneLine } from '../../../kernel/text.ts'
import type { AnswerSource, Outcome } from '../../questions/contract.ts'

type SourceReference = Pick<AnswerSource, 'kind' | 'id'>

/** An answer as a visitor got it. */
export interface DoubtedAnswer {
  answer: string
  /** The source that leads it. */
  source: SourceReference | null
  /** The source was edited after the answer. */
  isSourceChanged: boolean
}

/** The same question, asked now without a model. */
export interface RepeatedAnswer {
  outcome: Outcome
  answer: string
  /** The first source of the answer or of the suggestions. */
  source: SourceReference | null
  /** A model writes for visitors: texts differ every time, and it may answer from what is only suggested here. */
  isModelSkipped: boolean
}

const isSameSource = (left: SourceReference | null, right: SourceReference | null) =>
  left?.kind === right?.kind && left?.id === right?.id

/** Returns how the answer of now relates to the doubted one; `unknown` where that cannot be said. */
export function compareAnswers(
  doubtedAnswer: DoubtedAnswer,
  repeatedAnswer: RepeatedAnswer,
): 'same' | 'other' | 'unknown' {
  if (repeatedAnswer.outcome === 'unavailable') return 'unknown'
  const isOtherSource = !isSameSource(doubtedAnswer.source, repeatedAnswer.source) || doubtedAnswer.isSourceChanged
  if (repeatedAnswer.isModelSkipped) {
    if (isOtherSource) return 'other'
    return repeatedAnswer.outcome === 'answered' ? 'same' : 'unknown'
  }
  if (repeatedAnswer.outcome !== 'answered') return 'other'
  // Passages of a page that was read again have new ids: the text decides whether anything changed for visitors.
  return isOtherSource && oneLine(doubtedAnswer.answer) !== oneLine(repeatedAnswer.answer) ? 'other' : 'same'
}
