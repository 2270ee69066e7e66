/** The features of a hit, each in 0…1; where each is computed says how. */
export const FEATURES = [
  /** BM25 over the weighted fields: question, alternatives, body (pool-features.ts). */
  'bm25f',
  /** BM25 against the phrasing that fits best, and the second best (phrasing-features.ts). */
  'phrasing',
  'second_phrasing',
  /** Pairs of adjacent words of the question that are adjacent in the entry (pool-features.ts). */
  'bigrams',
  /** Character 3- and 4-grams in common (pool-features.ts). */
  'characters',
  /** BM25 against the best sentences of the body (sentence-features.ts). */
  'sentence',
  /** Content words that follow each other and stand close in the entry (pairs-feature.ts). */
  'pairs',
  /** Shares of the two questions in each other (phrasing-features.ts). */
  'mutual',
  /** Missing words for which a synonym is there (pool-features.ts). */
  'synonyms',
  /** The share of the question that occurs at all (pool-features.ts). */
  'coverage',
  /** Similarity of words to those of the best phrasing, with their forms and synonyms (similarity-feature.ts). */
  'similarity',
] as const
export type FeatureName = (typeof FEATURES)[number]

/** Weights of the score, chosen on all queries of seven sets; `scripts/eval/fit.ts` searches from them on the even ones. */
export const FEATURE_WEIGHTS: Record<FeatureName, number> = {
  bm25f: 1.06,
  phrasing: 0.4,
  second_phrasing: 0.27,
  bigrams: 0.9,
  characters: 0.6,
  sentence: 0.45,
  pairs: 0.14,
  mutual: 0.23,
  synonyms: 0.5,
  coverage: 0.1,
  similarity: 1,
}

/**
 * A feature as it counts in the score, before its weight. Similarity counts by its square: a title that is half like the
 * question proves little, and would outweigh a long, specific body (MRR@10 on technical FAQs .895 instead of .880).
 */
export const shapedFeature = (featureName: FeatureName, featureValue: number): number =>
  featureName === 'similarity' ? featureValue * featureValue : featureValue
