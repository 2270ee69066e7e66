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
const TRIED_FACTORS = [0.5, 1, 1.5, 2, 3, 4]
const NO_MEANING: SemanticWeight = { weight: 0, reach: null }
const WEIGHT_GRID: SemanticWeight[] = [
  DEFAULT_WEIGHT,
  NO_MEANING,
  ...TRIED_FACTORS.flatMap((semanticWeight) => [
    { weight: semanticWeight, reach: null },
    { weight: semanticWeight, reach: 1 },
  ]),
]
/** Fewer phrasings say nothing about a workspace. */
const MIN_PHRASINGS = 20
const MAX_RANK = 10

function reciprocalRank(candidates: readonly JudgedCandidate[], semanticWeight: SemanticWeight): number {
  const semanticFactor = weightAt(
    semanticWeight,
    candidates.reduce((bestWords, { words }) => Math.max(bestWords, words), 0),
  )
  const scoreOf = ({ words, semantic }: JudgedCandidate) => words + semanticFactor * semantic
  const rightScores = candidates.filter(({ isRight }) => isRight).map(scoreOf)
  const bestRight = Math.max(...rightScores)
  if (!(bestRight > 0)) return 0
  const rightRank =
    1 + candidates.filter((judgedCandidate) => !judgedCandidate.isRight && scoreOf(judgedCandidate) >= bestRight).length
  return rightRank <= MAX_RANK ? 1 / rightRank : 0
}

const meanOf = (summedValues: readonly number[]): number =>
  summedValues.reduce((valueSum, summedValue) => valueSum + summedValue, 0) / Math.max(1, summedValues.length)

const countFirst = (reciprocalRanks: readonly number[]): number =>
  reciprocalRanks.filter((reciprocal) => reciprocal === 1).length

/** True when the gain is more than twice its standard error: not by chance of these phrasings. */
function isBetter(reciprocalRanks: readonly number[], otherRanks: readonly number[]): boolean {
  const rankGains = reciprocalRanks.map((reciprocal, questionIndex) => reciprocal - otherRanks[questionIndex]!)
  const meanGain = meanOf(rankGains)
  const variance = meanOf(rankGains.map((rankGain) => (rankGain - meanGain) ** 2))
  return meanGain > 2 * Math.sqrt(variance / rankGains.length)
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
  const rankedWeights = WEIGHT_GRID.map((semanticWeight) => ({
    weight: semanticWeight,
    ranks: questions.map((judgedQuestion) => reciprocalRank(judgedQuestion, semanticWeight)),
  }))
  const [usual, byWords] = rankedWeights
  const bestWeight = rankedWeights.reduce((bestSoFar, rankedWeight) =>
    meanOf(rankedWeight.ranks) > meanOf(bestSoFar.ranks) ? rankedWeight : bestSoFar,
  )
  const chosenWeight = isBetter(bestWeight.ranks, usual!.ranks) ? bestWeight : usual!
  const foundCounts = { foundByWords: countFirst(byWords!.ranks), foundWithMeaning: countFirst(chosenWeight.ranks) }
  return { weight: chosenWeight.weight, fit: { phrasings: questions.length, ...foundCounts } }
}
