import type { AnalysedQuery, SearchHit, SearchOutcome } from '../outcome.ts'
import { ANSWERED_WITH_WORDS_FROM } from '../rank/semantic-feature.ts'

/** The share of its score by which the best hit leads the second, in 0…1. */
const leadOf = ([top, second]: SearchHit[]): number =>
  top && top.score > 0 ? Math.max(0, top.score - (second?.score ?? 0)) / top.score : 0

/** The inputs of the regression, in the order of its coefficients; all near 0…1. */
export function certaintyInputs({ hits }: SearchOutcome): number[] {
  const top = hits[0]
  if (!top) return [0, 0, 0, 0]
  const lead = leadOf(hits)
  return [lead, Math.sqrt(lead), top.score / 4, top.kind === 'passage' ? 1 : 0]
}

/** Fitted by `scripts/eval/fit.ts` on the answerable questions alone: is the best hit the right one? */
const INTERCEPT = -1.49
const COEFFICIENTS = [3.27, 3.16, 1.81, 1.18]

/** Seven in ten: below that, two entries fit about as well, and naming both serves better than picking one. */
const CERTAIN = 0.8
/** By less than this share of its score nothing leads, however well it fits: half of such hits were wrong. */
const LEAST_LEAD = 0.05
/** An exact match of an entry's question identifies that entry, however similar others are. */
const WORD_FOR_WORD = 0.95

/**
 * The question has a topic word that was never used here and is not an everyday word, and the best hit shares so few of
 * the other words in one place that it is accidental. Example: a shop for data shares "sell" with "do you sell gift
 * cards", and "cards" elsewhere. For FAQs a third of the words is no evidence; for passages, which have many words,
 * half of them is required (decision 55). Semantic similarity makes up for words.
 */
const lacksTooMuch = ({ strange }: AnalysedQuery, { kind, shared, features }: SearchHit): boolean =>
  strange > 0 &&
  (features.semantic ?? 0) < ANSWERED_WITH_WORDS_FROM &&
  (kind === 'passage' ? shared < 1 / 2 : shared <= 1 / 3)

/**
 * Certainty: the probability that the best hit is the right one, given that the question is answered here at all. The
 * lead over the second hit is decisive: in four sets of questions half of the best hits with a lead below a tenth of
 * their score were wrong, and one in thirty of those with a lead of three tenths. Needs the first two hits. A guessed
 * word makes every hit uncertain.
 */
export function isBestCertain(outcome: SearchOutcome): boolean {
  const top = outcome.hits[0]
  if (!top || top.score <= 0 || outcome.query.doubtful > 0) return false
  if (top.features.likeness >= WORD_FOR_WORD) return true
  if (leadOf(outcome.hits) < LEAST_LEAD || lacksTooMuch(outcome.query, top)) return false
  return certaintyInputs(outcome).reduce((sum, x, index) => sum + x * COEFFICIENTS[index]!, INTERCEPT) >= CERTAIN
}
