import { describe, expect, it } from 'vitest'
import { packVectors } from './vector-bytes.ts'
import { VectorIndex } from './vector-index.ts'

const DIMENSIONS = 64

/** The same numbers in 0…1 for a seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const randomVector = (random: () => number, near?: readonly number[]): number[] =>
  Array.from({ length: DIMENSIONS }, (_, index) => (near ? near[index]! + 0.3 * (random() - 0.5) : random() - 0.5))

function cosine(left: readonly number[], right: readonly number[]): number {
  const product = left.reduce((sum, value, index) => sum + value * right[index]!, 0)
  return product / (Math.hypot(...left) * Math.hypot(...right))
}

describe('the vector index of a workspace', () => {
  const random = randomOf(7)
  const entries = Array.from({ length: 5_000 }, (_, entryNo) => ({ entryNo, vectors: [randomVector(random)] }))
  const index = new VectorIndex(DIMENSIONS)
  for (const { entryNo, vectors } of entries) index.add(entryNo, `chunk ${entryNo}`, packVectors(vectors))

  it('finds the same entries as an exact search, with cosines accurate to a hundredth', () => {
    for (const entryNo of [3, 1_234, 4_999]) {
      const asked = randomVector(random, entries[entryNo]!.vectors[0])
      const exact = entries.map(({ vectors }) => cosine(asked, vectors[0]!))
      const found = index.compare(asked, { nearest: 10, chunkIds: ['chunk 17'] })
      expect(found.entryNumbers[0]).toBe(entryNo)
      expect(found.entryNumbers).toHaveLength(10)
      for (const [chunkId, value] of found.cosines)
        expect(Math.abs(value - exact[Number(chunkId.slice(6))]!)).toBeLessThan(0.01)
      expect(found.cosines.has('chunk 17')).toBe(true)
      const lower = exact.toSorted((left, right) => left - right).slice(0, 2_500)
      expect(found.unrelated).toBeCloseTo(lower.reduce((sum, value) => sum + value, 0) / lower.length, 1)
    }
  })

  it('uses the nearest of several vectors and the mean of the nearest three, and excludes one on request', () => {
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => randomVector(random)) as [
      ...[number[], number[], number[], number[]],
    ]
    index.add(6_001, 'four', packVectors([first, second, third, fourth]))
    const others = [first, second, third].map((vector) => cosine(fourth, vector)).sort((left, right) => right - left)
    const mean = (1 + others[0]! + others[1]!) / 3
    const found = index.compare(fourth, { nearest: 1, chunkIds: ['four'] })
    expect(found.cosines.get('four')).toBeCloseTo((1 + mean) / 2, 1)
    index.remove(6_001)
    index.add(6_000, 'several', packVectors([first, second]))
    expect(index.compare(second, { nearest: 1, chunkIds: [] }).entryNumbers).toEqual([6_000])
    expect(index.vectorsOf('several')).toHaveLength(2)
    expect(index.cosineWithout(second, 'several', 1)).toBeCloseTo(cosine(first, second), 1)
    expect(index.cosineWithout(second, 'chunk 3', 0)).toBeUndefined()
    index.remove(6_000)
  })

  it('estimates what is unrelated from everyday questions where there are few entries', () => {
    const [asked, only] = [randomVector(random), randomVector(random)]
    const single = new VectorIndex(DIMENSIONS)
    single.add(1, 'only', packVectors([only]))
    const comparison = { nearest: 1, chunkIds: ['only'] }
    expect(single.compare(asked, comparison).unrelated).toBeCloseTo(cosine(asked, only), 1)
    expect(single.compare(asked, { ...comparison, everyday: -0.4 })).toMatchObject({
      unrelated: expect.closeTo((cosine(asked, only) - 2 * 0.4) / 3, 1),
      everyday: -0.4,
    })
    const among5000 = index.compare(asked, comparison).unrelated
    expect(index.compare(asked, { ...comparison, everyday: -0.4 }).unrelated).toBeCloseTo(among5000, 1)
  })

  it('removes entries and reuses their memory', () => {
    const { bytes } = index
    for (let entryNo = 0; entryNo < 100; entryNo++) index.remove(entryNo)
    const vector = entries[5]!.vectors[0]!
    expect(index.compare(vector, { nearest: 5, chunkIds: ['chunk 5'] }).entryNumbers).not.toContain(5)
    expect(index.compare(vector, { nearest: 5, chunkIds: ['chunk 5'] }).cosines.has('chunk 5')).toBe(false)
    for (let entryNo = 0; entryNo < 100; entryNo++)
      index.add(entryNo, `chunk ${entryNo}`, packVectors(entries[entryNo]!.vectors))
    expect(index.bytes).toBe(bytes)
    expect(index.size).toBe(5_000)
  })

  it('finds nothing for a vector of another length or without entries', () => {
    const nothing = { entryNumbers: [], cosines: new Map(), unrelated: 0 }
    expect(index.compare([1, 2, 3], { nearest: 5, chunkIds: ['chunk 5'] })).toEqual(nothing)
    expect(new VectorIndex(3).compare([1, 2, 3], { nearest: 5, chunkIds: ['chunk 5'] })).toEqual(nothing)
  })
})
