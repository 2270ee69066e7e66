import { type SemanticWeight, weightAt } from '../rank/semantic-feature.ts'

/** A candidate of a question whose right entry is known. */
export interface JudgedCandidate {
  words: number
  semantic: number
  isRight: boolean
}

/** Search for a workspace's own phrasings, each taken out of its FAQ: how many find the FAQ in first place. */
export interface SemanticFit {
  phrasings: number
  foundByWords: number
  /** With the fitted weight. */
  foundWithMeaning: number
}

/**
 * The weight without phrasings to fit it on: meaning counts only where words find little. Of the grid it has the highest
 * mean MRR@10 over the even questions of five English sets.
 */
export const DEFAULT_WEIGHT: SemanticWeight = { weight: 2, reach: 0.7 }
const WEIGHTS = [0.5, 1, 1.5, 2, 3, 4]
const NO_MEANING: SemanticWeight = { weight: 0, reach: null }
const GRID: SemanticWeight[] = [
  DEFAULT_WEIGHT,
  NO_MEANING,
  ...WEIGHTS.flatMap((weight) => [
    { weight, reach: null },
    { weight, reach: 1 },
  ]),
]
/** Fewer phrasings say nothing about a workspace. */
const MIN_PHRASINGS = 20
const MAX_RANK = 10

function reciprocalRank(candidates: readonly JudgedCandidate[], weight: SemanticWeight): number {
  const factor = weightAt(
    weight,
    candidates.reduce((best, { words }) => Math.max(best, words), 0),
  )
  const scoreOf = ({ words, semantic }: JudgedCandidate) => words + factor * semantic
  const right = candidates.filter(({ isRight }) => isRight).map(scoreOf)
  const best = Math.max(...right)
  if (!(best > 0)) return 0
  const rank = 1 + candidates.filter((one) => !one.isRight && scoreOf(one) >= best).length
  return rank <= MAX_RANK ? 1 / rank : 0
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const countFirst = (ranks: readonly number[]): number => ranks.filter((rank) => rank === 1).length

/** True when the gain is more than twice its standard error: not by chance of these phrasings. */
function isBetter(ranks: readonly number[], than: readonly number[]): boolean {
  const gains = ranks.map((rank, index) => rank - than[index]!)
  const gain = mean(gains)
  const variance = mean(gains.map((one) => (one - gain) ** 2))
  return gain > 2 * Math.sqrt(variance / gains.length)
}

/**
 * Fits how much meaning counts on questions whose right entry is known. Another weight than the default needs a gain
 * that is more than twice its standard error.
 */
export function fitWeight(questions: readonly (readonly JudgedCandidate[])[]): {
  weight: SemanticWeight
  fit: SemanticFit | null
} {
  if (questions.length < MIN_PHRASINGS) return { weight: DEFAULT_WEIGHT, fit: null }
  const ranked = GRID.map((weight) => ({ weight, ranks: questions.map((one) => reciprocalRank(one, weight)) }))
  const [usual, byWords] = ranked
  const best = ranked.reduce((top, one) => (mean(one.ranks) > mean(top.ranks) ? one : top))
  const chosen = isBetter(best.ranks, usual!.ranks) ? best : usual!
  const found = { foundByWords: countFirst(byWords!.ranks), foundWithMeaning: countFirst(chosen.ranks) }
  return { weight: chosen.weight, fit: { phrasings: questions.length, ...found } }
}
