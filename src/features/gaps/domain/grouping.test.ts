import { describe, expect, it } from 'vitest'
import { combinedSimilarity, distinctPhrasings, meaningScale, representativeIndex } from './grouping.ts'

describe('the similarity of questions', () => {
  it('averages words and embeddings, and uses words alone without embeddings', () => {
    expect(combinedSimilarity(0.4, undefined)).toBe(0.4)
    expect(combinedSimilarity(0.4, 0.8)).toBeCloseTo(0.6)
  })

  it('counts embeddings only above the level of unrelated questions', () => {
    const cosines = Float32Array.from([...Array<number>(12).fill(0.5), ...Array<number>(8).fill(0.75)])
    const meaningOf = meaningScale(cosines)
    expect([meaningOf(0.5), meaningOf(0.75), meaningOf(1), meaningOf(0.2)]).toEqual([0, 0.5, 1, 0])
    expect(meaningScale(cosines.subarray(0, 5))(0.9)).toBeUndefined()
  })
})

describe('the representative phrasing of a gap', () => {
  const table = [
    [1, 0.2, 0.2],
    [0.2, 1, 0.9],
    [0.2, 0.9, 1],
  ]
  const similarity = (left: number, right: number) => table[left]?.[right] ?? 0

  it('is the most similar to all others, and the first of equal ones', () => {
    expect(representativeIndex(similarity, [true, true, true])).toBe(1)
  })
  it('contains no personal data if another phrasing exists', () => {
    expect(representativeIndex(similarity, [true, false, false])).toBe(0)
    expect(representativeIndex(similarity, [false, false, false])).toBe(1)
  })
  it('exists for a gap with one phrasing', () => {
    expect(representativeIndex(() => 0, [true])).toBe(0)
  })
})

describe('paraphrases to keep', () => {
  it('differ from the representative phrasing and from each other', () => {
    const same = new Set(['0-2', '2-0', '1-3', '3-1'])
    const similarity = (left: number, right: number) => (same.has(`${left}-${right}`) ? 0.99 : 0.4)
    expect(distinctPhrasings(5, similarity, 10)).toEqual([1, 4])
    expect(distinctPhrasings(5, () => 0, 2)).toEqual([1, 2])
    expect(distinctPhrasings(1, () => 0, 2)).toEqual([])
  })
})
