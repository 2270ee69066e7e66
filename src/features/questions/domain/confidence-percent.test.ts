import { expect, it } from 'vitest'
import { confidencePercent } from './confidence-percent.ts'

it('a probability is shown as a percentage', () => {
  expect([0.5, 0.904, 0, 1].map(confidencePercent)).toEqual([50, 90, 1, 99])
})
