import { expect, it } from 'vitest'
import means from './everyday-means.json' with { type: 'json' }
import { everydaySimilarity } from './everyday-similarity.ts'

const [[model, mean]] = Object.entries(means) as [[string, number[]]]

it('is the mean cosine with everyday questions for vectors of any length', () => {
  const length = Math.hypot(...mean)
  expect(everydaySimilarity(model, mean)).toBeCloseTo(length, 6)
  expect(
    everydaySimilarity(
      model,
      mean.map((value) => -7 * value),
    ),
  ).toBeCloseTo(-length, 6)
})

it('is unknown for another model, and for vectors of another length', () => {
  expect(everydaySimilarity('another-model', mean)).toBeUndefined()
  expect(everydaySimilarity(model, mean.slice(1))).toBeUndefined()
})
