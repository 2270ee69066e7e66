import { expect, it } from 'vitest'
import { percentOf } from './percent.ts'

it.each([
  [0, 0, '–'],
  [0, 5, '0%'],
  [5, 5, '100%'],
  [2, 3, '67%'],
  [1, 1000, '<1%'],
  [999, 1000, '>99%'],
])('%i of %i is %s', (part, whole, text) => {
  expect(percentOf(part, whole)).toBe(text)
})
