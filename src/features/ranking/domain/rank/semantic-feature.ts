import type { SearchOutcome } from '../outcome.ts'
import type { SemanticSimilarities } from '../semantic/vector-index.ts'
import type { RankedEntry } from './rank.ts'

/** The share of meaning in a workspace's ranking. */
export interface SemanticWeight {
  /** Weight of the semantic feature in the score. */
  weight: number
  /**
   * Score of the best hit by words from which meaning plays no part: it counts in proportion to what is missing. Null:
   * it always counts.
   */
  reach: number | null
}

/** Minimum similarity for listing an entry without a common word. */
export const LISTED_FROM = 0.25
/** Minimum similarity from which nothing is refused: the closest entries are suggested. */
export const SUGGESTED_FROM = 0.4

/**
 * The share of the way from an unrelated entry to an identical text, in 0…1. Cosines themselves mean something else with
 * every model: some give unrelated texts 0.1, some 0.75.
 */
export function semanticFeature(entryCosine: number, unrelatedCosine: number): number {
  if (!(unrelatedCosine < 1)) return 0
  return Math.min(1, Math.max(0, (entryCosine - unrelatedCosine) / (1 - unrelatedCosine)))
}

/** The weight for a question whose best hit by words has this score. */
export const weightAt = ({ weight, reach }: SemanticWeight, bestWords: number): number =>
  reach === null ? weight : weight * Math.max(0, 1 - bestWords / reach)

/** The similarity of a question's vector to the entries, and what it counts. */
export interface WeightedSimilarities {
  similarities: SemanticSimilarities
  weight: SemanticWeight
}

const featureOf = ({ cosines, unrelated }: SemanticSimilarities, chunkId: string): number =>
  semanticFeature(cosines.get(chunkId) ?? unrelated, unrelated)

/** The same share of the way from everyday questions, which also compares questions with each other. */
function beyondEveryday({ cosines, everyday }: SemanticSimilarities, chunkId: string): number | undefined {
  const entryCosine = cosines.get(chunkId)
  return everyday === undefined || entryCosine === undefined ? undefined : semanticFeature(entryCosine, everyday)
}

/** The most that meaning may add to an entry's score. */
export const semanticBonus = ({ similarities, weight }: WeightedSimilarities, chunkId: string): number =>
  weight.weight * featureOf(similarities, chunkId)

/** Adds the semantic feature to the scores and sorts again; removes entries found neither by words nor by meaning. */
export function addSemanticFeature(
  rankedEntries: RankedEntry[],
  { similarities, weight }: WeightedSimilarities,
  chunkIdOf: (slot: number) => string,
): RankedEntry[] {
  const semanticFactor = weightAt(
    weight,
    rankedEntries.reduce((bestWords, { words }) => Math.max(bestWords, words), 0),
  )
  return rankedEntries
    .flatMap((rankedEntry) => {
      const { slot, words, features } = rankedEntry
      const semantic = featureOf(similarities, chunkIdOf(slot))
      const beyondUsual = beyondEveryday(similarities, chunkIdOf(slot))
      const entryScore = words + semanticFactor * semantic
      if (!(words > 0) && (semantic < LISTED_FROM || !(entryScore > 0))) return []
      return [
        {
          ...rankedEntry,
          score: entryScore,
          features: { ...features, semantic, ...(beyondUsual !== undefined && { beyond_everyday: beyondUsual }) },
        },
      ]
    })
    .sort((leftEntry, rightEntry) => rightEntry.score - leftEntry.score)
}

/**
 * Returns true when the meaning of the best hit justifies a suggestion although the words justify none. It justifies no
 * answer: texts about one subject with different answers are as near as paraphrases.
 */
export function isSemanticallyNear({ hits: [top], query }: SearchOutcome): boolean {
  // A question of function words only has no topic, regardless of similarity.
  return query.contentWords > 0 && (top?.features.semantic ?? 0) >= SUGGESTED_FROM
}
