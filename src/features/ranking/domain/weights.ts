/** The features of a hit, in the order in which they are explained in `rank.ts`. */
export const FEATURES = [
  'bm25f',
  'phrasing',
  'second_phrasing',
  'bigrams',
  'characters',
  'sentence',
  'pairs',
  'mutual',
  'synonyms',
  'coverage',
  'likeness',
] as const
export type FeatureName = (typeof FEATURES)[number]

/** Linear weights of the score, found on the even queries of six sets by `scripts/eval/fit.ts`. */
export const WEIGHTS: Record<FeatureName, number> = {
  bm25f: 1.06,
  phrasing: 0.6,
  second_phrasing: 0.27,
  bigrams: 0.9,
  characters: 0.6,
  sentence: 0.3,
  pairs: 0.14,
  mutual: 0.23,
  synonyms: 0.5,
  coverage: 0.1,
  likeness: 0.75,
}
