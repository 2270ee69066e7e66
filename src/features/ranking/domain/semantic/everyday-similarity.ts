import means from './everyday-means.json' with { type: 'json' }

const MEAN_BY_MODEL: Readonly<Record<string, readonly number[]>> = means

/**
 * The mean cosine of a question with everyday questions on subjects that no help content is about: how similar the
 * question is to any text. Undefined for an encoder that was not measured (`scripts/eval/measure-everyday.ts`).
 */
export function everydaySimilarity(modelName: string, sentenceVector: ArrayLike<number>): number | undefined {
  const meanVector = MEAN_BY_MODEL[modelName]
  if (meanVector?.length !== sentenceVector.length) return undefined
  let dotProduct = 0
  let squaredNorm = 0
  for (let componentIndex = 0; componentIndex < meanVector.length; componentIndex++) {
    dotProduct += meanVector[componentIndex]! * sentenceVector[componentIndex]!
    squaredNorm += sentenceVector[componentIndex]! ** 2
  }
  return dotProduct / (Math.sqrt(squaredNorm) || 1)
}
