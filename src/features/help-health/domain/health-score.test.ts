import { expect, it } from 'vitest'
import { HEALTH_PARTS, type HealthPart } from '../contract.ts'
import { computeHealth, type HealthCounts } from './health-score.ts'

const counts = (changes: Partial<HealthCounts> = {}): HealthCounts => ({
  ...(Object.fromEntries(HEALTH_PARTS.map((part) => [part, { count: 0, total: 100 }])) as HealthCounts),
  ...changes,
})
const all = Object.fromEntries(HEALTH_PARTS.map((part) => [part, { count: 100, total: 100 }])) as HealthCounts

it('is 100 without problems, 0 with only problems, and unknown without content', () => {
  expect(computeHealth(counts()).score).toBe(100)
  expect(computeHealth(all).score).toBe(0)
  const none = { count: 0, total: 0 }
  expect(computeHealth(counts({ unread: none, unreviewed: none })).score).toBeNull()
  expect(computeHealth(counts({ unread: none })).score).toBe(100)
})

it('equals 100 less the points of its parts, the largest first', () => {
  const { score, parts } = computeHealth(
    counts({
      unread: { count: 10, total: 100 },
      tests: { count: 25, total: 50 },
      unreviewed: { count: 1, total: 500 },
    }),
  )
  expect(parts.map(({ part, lost }) => [part, lost]).slice(0, 3)).toEqual([
    ['tests', 15],
    ['unread', 4],
    ['unreviewed', 1],
  ])
  expect(score).toBe(80)
})

it.each(HEALTH_PARTS.map((part): [HealthPart] => [part]))('decreases with every further problem: %s', (part) => {
  const scores = [0, 1, 20, 100].map((count) => computeHealth(counts({ [part]: { count, total: 100 } })).score ?? 0)
  expect(scores).toEqual(scores.toSorted((left, right) => right - left))
  expect(scores[1]).toBeLessThan(100)
})
