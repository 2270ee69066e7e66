import { expect, it } from 'vitest'
import { confidencePercent } from './confidence-percent.ts'

it('reads log odds as a percentage', () => {
  expect([0, 2.2, -2.2, 1000, -1000].map(confidencePercent)).toEqual([50, 90, 10, 99, 1])
})
