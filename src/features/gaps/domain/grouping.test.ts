import { describe, expect, it } from 'vitest'
import {
  closestGap,
  combinedSimilarity,
  distinctPhrasings,
  JOIN_SIMILARITY,
  representativeIndex,
  similarityToGap,
} from './grouping.ts'

describe('the gap a question joins', () => {
  it('is the likest, from a bound on', () => {
    expect(closestGap([])).toBeNull()
    expect(closestGap([{ id: 'a', similarity: JOIN_SIMILARITY - 0.01 }])).toBeNull()
    expect(
      closestGap([
        { id: 'a', similarity: JOIN_SIMILARITY },
        { id: 'b', similarity: JOIN_SIMILARITY + 0.1 },
      ]),
    ).toBe('b')
  })

  it('is the oldest of equals, in whatever order they are given', () => {
    const [old, young] = [
      { id: '1', similarity: 0.9 },
      { id: '2', similarity: 0.9 },
    ]
    expect([closestGap([old, young]), closestGap([young, old])]).toEqual(['1', '1'])
  })

  it('needs more than one phrasing that is like it', () => {
    expect(similarityToGap([0.9])).toBeCloseTo(0.9)
    expect(similarityToGap([0.9, 0.1, 0.1])).toBeLessThan(similarityToGap([0.4, 0.4, 0.4]))
    expect(similarityToGap([])).toBe(0)
  })

  it('may be near in meaning without a word in common, and is never less like it for its meaning', () => {
    expect(combinedSimilarity(0, 0.7)).toBeGreaterThanOrEqual(JOIN_SIMILARITY)
    expect(combinedSimilarity(0, 0.4)).toBeLessThan(JOIN_SIMILARITY)
    expect(combinedSimilarity(0.2, 0.5)).toBeGreaterThanOrEqual(JOIN_SIMILARITY)
    expect([combinedSimilarity(0.5, 0), combinedSimilarity(0.5, undefined), combinedSimilarity(1, 1)]).toEqual([
      0.5, 0.5, 1,
    ])
  })

  it('is not drawn to by its size', () => {
    expect(similarityToGap(Array(24).fill(0.4))).toBeCloseTo(similarityToGap([0.4]))
  })
})

describe('what stands for a gap', () => {
  const table = [
    [1, 0.2, 0.2],
    [0.2, 1, 0.9],
    [0.2, 0.9, 1],
  ]
  const similarity = (left: number, right: number) => table[left]?.[right] ?? 0

  it('is most like all others, the first of equals', () => {
    expect(representativeIndex(similarity, [true, true, true])).toBe(1)
  })
  it('shows nothing personal, as long as there is such a phrasing', () => {
    expect(representativeIndex(similarity, [true, false, false])).toBe(0)
    expect(representativeIndex(similarity, [false, false, false])).toBe(1)
  })
  it('is there for a gap of one', () => {
    expect(representativeIndex(() => 0, [true])).toBe(0)
  })
})

describe('paraphrases worth keeping', () => {
  it('differ from what stands for the gap, and from each other', () => {
    const same = new Set(['0-2', '2-0', '1-3', '3-1'])
    const similarity = (left: number, right: number) => (same.has(`${left}-${right}`) ? 0.99 : 0.4)
    expect(distinctPhrasings(5, similarity, 10)).toEqual([1, 4])
    expect(distinctPhrasings(5, () => 0, 2)).toEqual([1, 2])
    expect(distinctPhrasings(1, () => 0, 2)).toEqual([])
  })
})
