/** Minimum similarity for joining a gap; found on the even queries of the intent sets by `npm run eval`. */
export const JOIN_SIMILARITY = 0.38
/** Phrasings of a gap that new questions are compared with: bounds the cost however large a gap is. */
export const MAX_EXEMPLARS = 24
/** Gaps that one question is compared with, the most promising ones. */
export const MAX_COMPARED_GAPS = 8

/** Similarity of a question to a gap: the average over its phrasings, so that one accidental match is not enough. */
export const similarityToGap = (similarities: readonly number[]): number =>
  similarities.reduce((sum, x) => sum + x, 0) / Math.max(1, similarities.length)

/**
 * Weights of lexical and semantic similarity where both are known: a very close meaning alone suffices, or half of
 * each.
 */
const MEANING = 0.6

/**
 * The similarity by words, raised where the questions are near in meaning. Untuned on real models, like the bounds of the
 * ranking's meaning. @param semantic in 0…1; undefined where nothing is known
 */
export const combinedSimilarity = (words: number, semantic: number | undefined): number =>
  semantic === undefined ? words : Math.min(1, Math.max(words, MEANING * (words + semantic)))

export interface SimilarGap {
  id: string
  similarity: number
}

/** The gap that a question belongs to; null for one of its own. Of equals the oldest, as ids sort by age. */
export function closestGap(near: readonly SimilarGap[], joinSimilarity = JOIN_SIMILARITY): string | null {
  const [best] = near
    .filter(({ similarity }) => similarity >= joinSimilarity)
    .toSorted((left, right) => right.similarity - left.similarity || (left.id < right.id ? -1 : 1))
  return best?.id ?? null
}

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
