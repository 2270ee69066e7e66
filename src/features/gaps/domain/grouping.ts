/** Phrasings of a gap that others are compared with: bounds the cost however large a gap is. */
export const MAX_EXEMPLARS = 24
/** Fewer cosines say nothing about the level of unrelated questions. */
const MIN_COSINES = 10

/**
 * Maps cosines to 0…1, from unrelated to equal. Models differ in what they give unrelated texts: the mean of the lower
 * half of all pairs. Undefined where too few are known.
 */
export function meaningScale(cosines: Float32Array): (cosine: number) => number | undefined {
  if (cosines.length < MIN_COSINES) return () => undefined
  const lower = cosines.toSorted().subarray(0, cosines.length >> 1)
  const level = lower.reduce((sum, cosine) => sum + cosine, 0) / lower.length
  return (cosine) => (level < 1 ? Math.min(1, Math.max(0, (cosine - level) / (1 - level))) : 0)
}

/** Similarity by words and by meaning, half each; by words alone where the meaning is unknown. */
export const combinedSimilarity = (words: number, meaning: number | undefined): number =>
  meaning === undefined ? words : (words + meaning) / 2

/**
 * Returns the index of the representative phrasing: the one most similar to all others, among those without personal
 * data, if any; the first of equals.
 * @param similarity similarity of two phrasings by index
 * @param clean for each phrasing, true when it can be shown unchanged
 */
export function representativeIndex(
  similarity: (left: number, right: number) => number,
  clean: readonly boolean[],
): number {
  const places = clean.map((_, index) => index)
  const eligible = clean.includes(true) ? places.filter((index) => clean[index]) : places
  const total = (index: number) => places.reduce((sum, j) => (index === j ? sum : sum + similarity(index, j)), 0)
  return eligible.reduce((best, index) => (total(index) > total(best) ? index : best), eligible[0] ?? 0)
}

/** Phrasings beyond this similarity say the same in nearly the same words. */
const MAX_SIMILARITY = 0.92

/**
 * Returns the indexes of phrasings that add something new, in order: each differs from all before it.
 * @param similarity similarity of two phrasings by index; the first is the representative
 */
export function distinctPhrasings(
  count: number,
  similarity: (left: number, right: number) => number,
  max: number,
): number[] {
  const chosen: number[] = [0]
  for (let index = 1; index < count && chosen.length <= max; index++)
    if (chosen.every((other) => similarity(index, other) < MAX_SIMILARITY)) chosen.push(index)
  return chosen.slice(1)
}
