import means from './everyday-means.json' with { type: 'json' }

const MEANS: Readonly<Record<string, readonly number[]>> = means

/**
 * The mean cosine of a question with everyday questions on subjects that no help content is about: how similar the
 * question is to any text. Undefined for an encoder that was not measured (`scripts/eval/measure-everyday.ts`).
 */
export function everydaySimilarity(model: string, vector: ArrayLike<number>): number | undefined {
  const mean = MEANS[model]
  if (mean?.length !== vector.length) return undefined
  let product = 0
  let square = 0
  for (let index = 0; index < mean.length; index++) {
    product += mean[index]! * vector[index]!
    square += vector[index]! ** 2
  }
  return product / (Math.sqrt(square) || 1)
}
