import { ANSWERED_WITH_WORDS_FROM } from './meaning.ts'
import type { AnalysedQuery, SearchHit, SearchOutcome } from './outcome.ts'

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
/** Who asks word for word what an entry's question says means that entry, however like it others are. */
const WORD_FOR_WORD = 0.95

/**
 * Something that the question is about was never used here (and is no word of every day), and of the rest the best hit has so little in one place that it
 * is chance: who sells data has *sell* of *do you sell gift cards*, and something of cards elsewhere. A third of the words
 * in a FAQ tells nothing; a passage, which has many words, should have half of them (decision 55). Nearness in meaning
 * makes up for words.
 */
const lacksTooMuch = ({ strange }: AnalysedQuery, { kind, shared, features }: SearchHit): boolean =>
  strange > 0 &&
  (features.semantic ?? 0) < ANSWERED_WITH_WORDS_FROM &&
  (kind === 'passage' ? shared < 1 / 2 : shared <= 1 / 3)

/**
 * Whether the best hit, given that the question is answered here at all, is likely the one that answers it. What tells is
 * by how much it leads: in four sets of questions half of the best hits that led by less than a tenth of their score were
 * wrong, and one in thirty of those that led by three tenths. Needs the first two hits. Nothing is certain where a word was
 * guessed.
 */
export function isBestCertain(outcome: SearchOutcome): boolean {
  const top = outcome.hits[0]
  if (!top || top.score <= 0 || outcome.query.doubtful > 0) return false
  if (top.features.likeness >= WORD_FOR_WORD) return true
  if (leadOf(outcome.hits) < LEAST_LEAD || lacksTooMuch(outcome.query, top)) return false
  return certaintyInputs(outcome).reduce((sum, x, i) => sum + x * COEFFICIENTS[i]!, INTERCEPT) >= CERTAIN
}
