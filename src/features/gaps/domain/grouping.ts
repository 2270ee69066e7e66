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
  const lowerHalf = cosines.toSorted().subarray(0, cosines.length >> 1)
  const baseCosine = lowerHalf.reduce((sum, cosine) => sum + cosine, 0) / lowerHalf.length
  return (cosine) => (baseCosine < 1 ? Math.min(1, Math.max(0, (cosine - baseCosine) / (1 - baseCosine))) : 0)
}

/** Similarity by words and by meaning, half each; by words alone where the meaning is unknown. */
export const combinedSimilarity = (wordSimilarity: number, meaningSimilarity: number | undefined): number =>
  meaningSimilarity === undefined ? wordSimilarity : (wordSimilarity + meaningSimilarity) / 2

/**
 * Returns the index of the representative phrasing: the one most similar to all others, among those without personal
 * data, if any; the first of equals.
 * @param similarity similarity of two phrasings by index
 * @param isCleanByIndex for each phrasing, true when it can be shown unchanged
 */
export function representativeIndex(
  similarity: (left: number, right: number) => number,
  isCleanByIndex: readonly boolean[],
): number {
  const allIndices = isCleanByIndex.map((_, phrasingIndex) => phrasingIndex)
  const eligibleIndices = isCleanByIndex.includes(true)
    ? allIndices.filter((phrasingIndex) => isCleanByIndex[phrasingIndex])
    : allIndices
  const totalSimilarity = (phrasingIndex: number) =>
    allIndices.reduce(
      (sum, otherIndex) => (phrasingIndex === otherIndex ? sum : sum + similarity(phrasingIndex, otherIndex)),
      0,
    )
  return eligibleIndices.reduce(
    (bestIndex, phrasingIndex) =>
      totalSimilarity(phrasingIndex) > totalSimilarity(bestIndex) ? phrasingIndex : bestIndex,
    eligibleIndices[0] ?? 0,
  )
}

/** Phrasings beyond this similarity say the same in nearly the same words. */
const MAX_SIMILARITY = 0.92

/**
 * Returns the indexes of phrasings that add something new, in order: each differs from all before it.
 * @param similarity similarity of two phrasings by index; the first is the representative
 */
export function distinctPhrasings(
  phrasingCount: number,
  similarity: (left: number, right: number) => number,
  maxPhrasings: number,
): number[] {
  const chosenIndices: number[] = [0]
  for (let phrasingIndex = 1; phrasingIndex < phrasingCount && chosenIndices.length <= maxPhrasings; phrasingIndex++)
    if (chosenIndices.every((chosenIndex) => similarity(phrasingIndex, chosenIndex) < MAX_SIMILARITY))
      chosenIndices.push(phrasingIndex)
  return chosenIndices.slice(1)
}
