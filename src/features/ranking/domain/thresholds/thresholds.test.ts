import { describe, expect, it } from 'vitest'
import { GLOBAL_THRESHOLDS, thresholdsFrom } from './thresholds.ts'

describe('the bounds of a workspace', () => {
  it('are the global ones where nothing is known of it', () => {
    const { answer, refuse } = thresholdsFrom([], [])
    expect(answer).toBeCloseTo(GLOBAL_THRESHOLDS.answer)
    expect(refuse).toBeCloseTo(GLOBAL_THRESHOLDS.refuse)
  })

  it('answer only above nearly all foreign questions', () => {
    const foreign = Array.from({ length: 101 }, (_, index) => index / 10)
    const { answer } = thresholdsFrom([], foreign)
    expect(answer).toBeCloseTo((2 * 9.5 + GLOBAL_THRESHOLDS.answer) / 3)
  })

  it('trust few foreign questions as much less as there are fewer', () => {
    const above = (count: number) => thresholdsFrom([], new Array(count).fill(9.5)).answer - GLOBAL_THRESHOLDS.answer
    expect(above(10)).toBeCloseTo(above(50) / 5)
    expect(above(100)).toBeCloseTo(above(50))
  })

  it('do not fall with foreign questions that have nothing in common with it', () => {
    expect(thresholdsFrom([], new Array(100).fill(-6)).answer).toBeGreaterThan(GLOBAL_THRESHOLDS.answer - 1.5)
  })

  it('refuse less where its own questions score low, never more than the global bound', () => {
    const low = thresholdsFrom(new Array(600).fill(-5), [])
    const high = thresholdsFrom(new Array(600).fill(5), [])
    expect(low.refuse).toBeLessThan(GLOBAL_THRESHOLDS.refuse)
    expect(low.refuse).toBeGreaterThanOrEqual(GLOBAL_THRESHOLDS.refuse - 1.5)
    expect(high.refuse).toBe(GLOBAL_THRESHOLDS.refuse)
  })

  it('stay in order', () => {
    const { answer, refuse } = thresholdsFrom([3, 4], new Array(50).fill(-9))
    expect(refuse).toBeLessThanOrEqual(answer)
  })
})
