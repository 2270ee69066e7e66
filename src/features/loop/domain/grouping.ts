/** Minimum similarity for joining a group; found on the even queries of the intent sets by `npm run eval`. */
export const JOINS_FROM = 0.38
/** Phrasings of a group that new questions are compared with: bounds the cost however large a group is. */
export const EXEMPLARS_MAX = 24
/** Groups that one question is compared with, the most promising ones. */
export const COMPARED_GROUPS = 8

/** Similarity of a question to a group: the average over its phrasings, so that one accidental match is not enough. */
export const likenessToGroup = (likenesses: readonly number[]): number =>
  likenesses.reduce((sum, x) => sum + x, 0) / Math.max(1, likenesses.length)

/**
 * Weights of lexical and semantic similarity where both are known: a very close meaning alone suffices, or half of
 * each.
 */
const MEANING = 0.6

/**
 * The likeness by words, raised where the questions are near in meaning. Untuned on real models, like the bounds of the
 * ranking's meaning. @param semantic in 0…1; undefined where nothing is known
 */
export const withMeaning = (words: number, semantic: number | undefined): number =>
  semantic === undefined ? words : Math.min(1, Math.max(words, MEANING * (words + semantic)))

export interface NearGroup {
  id: string
  likeness: number
}

/** The group that a question belongs to; null for one of its own. Of equals the oldest, as ids sort by age. */
export function groupFor(near: readonly NearGroup[], joinsFrom = JOINS_FROM): string | null {
  const [best] = near
    .filter(({ likeness }) => likeness >= joinsFrom)
    .toSorted((left, right) => right.likeness - left.likeness || (left.id < right.id ? -1 : 1))
  return best?.id ?? null
}

/**
 * Returns the index of the representative phrasing: the one most similar to all others, among those without personal
 * data, if any; the first of equals.
 * @param likeness similarity of two phrasings by index
 * @param clean for each phrasing, true when it can be shown unchanged
 */
export function standsForAll(likeness: (left: number, right: number) => number, clean: readonly boolean[]): number {
  const places = clean.map((_, index) => index)
  const eligible = clean.includes(true) ? places.filter((index) => clean[index]) : places
  const total = (index: number) => places.reduce((sum, j) => (index === j ? sum : sum + likeness(index, j)), 0)
  return eligible.reduce((best, index) => (total(index) > total(best) ? index : best), eligible[0] ?? 0)
}

/** Phrasings beyond this likeness say the same in nearly the same words. */
const TOO_ALIKE = 0.92

/**
 * Returns the indexes of phrasings that add something new, in order: each differs from all before it.
 * @param likeness similarity of two phrasings by index; the first is the representative
 */
export function distinctPhrasings(
  count: number,
  likeness: (left: number, right: number) => number,
  max: number,
): number[] {
  const chosen: number[] = [0]
  for (let index = 1; index < count && chosen.length <= max; index++)
    if (chosen.every((other) => likeness(index, other) < TOO_ALIKE)) chosen.push(index)
  return chosen.slice(1)
}
