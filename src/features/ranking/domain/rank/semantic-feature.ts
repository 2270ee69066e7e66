import type { SearchHit, SearchOutcome } from '../outcome.ts'
import { confidence } from '../thresholds/confidence.ts'
import type { Thresholds } from '../thresholds/thresholds.ts'
import type { RankedEntry } from './rank.ts'

/** Similarity of the question's vector to the entries' vectors. */
export interface Meaning {
  /** Cosine by chunk id; entries without a vector are missing. */
  cosines: ReadonlyMap<string, number>
  /** The question's cosine with an entry that has nothing to do with it: the mean of the lower half. */
  level: number
}

/**
 * All bounds below are on `semantic`, and were chosen by reasoning: they are untuned on real models. Of common models,
 * questions met by a paraphrase lie at about 0.4–0.6, and the nearest entry of unrelated ones at about 0.2.
 */

/** Its weight in the score. The words of a good match are worth 2 to 4, so meaning alone never overtakes one. */
export const SEMANTIC_WEIGHT = 1.5
/** Minimum similarity for listing an entry without a common word. */
export const LISTED_FROM = 0.25
/** Minimum similarity from which nothing is refused: the closest entries are suggested. */
export const SUGGESTED_FROM = 0.4
/** Minimum similarity for an answer when enough of the question's words occur in the entry. */
export const ANSWERED_WITH_WORDS_FROM = 0.55
const WORDS_SHARE = 0.3
/** Minimum similarity for an answer from a FAQ without a common word: its question means the same. */
export const ANSWERED_FROM = 0.8

/**
 * The share of the way from an unrelated entry to an identical text, in 0…1. Cosines themselves mean something else with
 * every model: some give unrelated texts 0.1, some 0.75.
 */
export function semanticFeature(cosine: number, level: number): number {
  if (!(level < 1)) return 0
  return Math.min(1, Math.max(0, (cosine - level) / (1 - level)))
}

/** Adds the semantic feature to the scores and sorts again; removes entries found neither by words nor by meaning. */
export function addMeaning(ranked: RankedEntry[], meaning: Meaning): RankedEntry[] {
  return ranked
    .flatMap(({ hit, fingerprint }) => {
      const semantic = semanticFeature(meaning.cosines.get(hit.chunk_id) ?? meaning.level, meaning.level)
      if (!(hit.score > 0) && semantic < LISTED_FROM) return []
      const score = hit.score + SEMANTIC_WEIGHT * semantic
      return [{ hit: { ...hit, score, features: { ...hit.features, semantic } }, fingerprint }]
    })
    .sort((left, right) => right.hit.score - left.hit.score)
}

/** The part of a score that the words have earned; the whole score of a search without meaning. */
export const wordScore = ({ score, features }: SearchHit): number =>
  features.semantic ? score - SEMANTIC_WEIGHT * features.semantic : score

/**
 * The confidence by the words of the best hit, as calibrated, raised to a bound where the meaning is strong: refusals
 * become suggestions; answers need support by words, or a FAQ that says all but the same. Never lowered, and the plain
 * confidence for a search without meaning.
 */
export function confidenceWithMeaning(outcome: SearchOutcome, thresholds: Thresholds): number {
  const top = outcome.hits[0]
  const semantic = top?.features.semantic
  if (!top || semantic === undefined) return confidence(outcome)
  const z = confidence({ ...outcome, hits: [{ ...top, score: wordScore(top) }, ...outcome.hits.slice(1)] })
  // A question of function words only has no topic, regardless of similarity.
  if (!outcome.query.content) return z
  const supported = semantic >= ANSWERED_WITH_WORDS_FROM && top.features.coverage >= WORDS_SHARE
  if (supported || (semantic >= ANSWERED_FROM && top.kind === 'faq')) return Math.max(z, thresholds.answer)
  return semantic >= SUGGESTED_FROM ? Math.max(z, thresholds.refuse) : z
}
