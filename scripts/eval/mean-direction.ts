const DIGITS = 5

/** The mean of vectors of length 1, rounded: its product with another such vector is their mean cosine. */
export function meanDirection(vectors: readonly ArrayLike<number>[]): number[] {
  const sums = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    const norm = Math.hypot(...Array.from(vector)) || 1
    for (let index = 0; index < sums.length; index++) sums[index]! += vector[index]! / norm
  }
  return Array.from(sums, (sum) => Number((sum / vectors.length).toFixed(DIGITS)))
}
