/** The features of a hit, in the order in which they are explained in `rank.ts`. */
export const FEATURES = [
  'bm25f',
  'phrasing',
  'second_phrasing',
  'bigrams',
  'characters',
  'sentence',
  'pairs',
  'overlap',
  'mutual',
  'synonyms',
  'coverage',
  'likeness',
] as const
export type FeatureName = (typeof FEATURES)[number]

/** Linear weights of the score; `coverage` serves the confidence only. */
export const WEIGHTS: Record<FeatureName, number> = {
  bm25f: 1.06,
  phrasing: 0.72,
  second_phrasing: 0.27,
  bigrams: 0.88,
  characters: 0.6,
  sentence: 0.36,
  pairs: 0.14,
  overlap: 0.28,
  mutual: 0.23,
  synonyms: 0.57,
  coverage: 0,
  likeness: 0.75,
}
