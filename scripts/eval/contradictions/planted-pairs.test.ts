import { expect, it } from 'vitest'
import { differenceOf, plantedPairs } from './planted-pairs.ts'

const pairs = plantedPairs()
const inSet = (half: number) => pairs.filter((pair) => half === 0 || pair.half === half)
const shareReported = (half: number, real: boolean): number => {
  const those = inSet(half).filter((pair) => pair.real === real)
  return those.filter((pair) => differenceOf(pair) !== null).length / those.length
}

it('there are as many contradictions as harmless pairs, in both languages', () => {
  const counts = new Map<string, number>()
  for (const { half, language, real } of pairs) {
    const key = `${half} ${language} ${real}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const [key, count] of counts) expect({ key, count }).toEqual({ key, count: key.startsWith('3') ? 5 : 10 })
  expect(counts.size).toBe(12)
})

it.each([1, 2])(
  'at least 80 % of the contradictions of half %d are found, and at most 5 %% of the other pairs',
  (half) => {
    expect(shareReported(half, true)).toBeGreaterThanOrEqual(0.8)
    expect(shareReported(half, false)).toBeLessThanOrEqual(0.05)
  },
)

it.each(['en', 'de'])('the same is true in %s', (language) => {
  const reported = pairs.filter((pair) => pair.half < 3 && pair.language === language && differenceOf(pair) !== null)
  expect(reported.filter(({ real }) => real).length).toBeGreaterThanOrEqual(16)
  expect(reported.filter(({ real }) => !real).length).toBeLessThanOrEqual(1)
})

it('no harmless pair that was written after the rule is reported', () => expect(shareReported(3, false)).toBe(0))
