import type { SearchHit, SearchOutcome } from '../outcome.ts'
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
const ANSWERED_WITH_WORDS_FROM = 0.55
const WORDS_SHARE = 0.3
/** Minimum similarity for an answer from a FAQ without a common word: its question means the same. */
const ANSWERED_FROM = 0.8

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
 * The decision that the meaning of the best hit justifies by itself: to answer, where words support it or a FAQ says all
 * but the same; or to suggest it instead of refusing. Null where the meaning decides nothing.
 */
export function tierByMeaning({ hits: [top], query }: SearchOutcome): 'answer' | 'suggest' | null {
  const semantic = top?.features.semantic
  // A question of function words only has no topic, regardless of similarity.
  if (!top || semantic === undefined || !query.content) return null
  const isSupported = semantic >= ANSWERED_WITH_WORDS_FROM && top.features.coverage >= WORDS_SHARE
  if (isSupported || (semantic >= ANSWERED_FROM && top.kind === 'faq')) return 'answer'
  return semantic >= SUGGESTED_FROM ? 'suggest' : null
}
