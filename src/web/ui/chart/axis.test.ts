import { expect, it } from 'vitest'
import { axisTop } from './axis.ts'

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [5, 6],
  [7, 10],
  [11, 20],
  [45, 50],
  [199, 200],
  [1001, 2000],
])('the axis of %i ends at %i', (highest, top) => {
  expect(axisTop(highest)).toBe(top)
})
