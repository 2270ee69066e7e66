import { describe, expect, test } from 'vitest'
import { highestKeys } from './highest.ts'

const bySorting = (scores: Map<number, number>, count: number) =>
  [...scores]
    .sort((left, right) => right[1] - left[1] || left[0] - right[0])
    .slice(0, count)
    .map(([key]) => key)

describe('the highest scores', () => {
  test('equal those of a complete sort, including ties', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 200; round++) {
      const scores = new Map(Array.from({ length: random(60) }, () => [random(1000), random(12)]))
      for (const count of [0, 1, 2, 7, 40])
        expect(highestKeys([...scores.keys()], [...scores.values()], count)).toEqual(bySorting(scores, count))
    }
  })

  test('include all when there are fewer than requested', () => {
    expect(highestKeys([5, 3], [1, 2], 10)).toEqual([3, 5])
    expect(highestKeys([], [], 10)).toEqual([])
  })
})
