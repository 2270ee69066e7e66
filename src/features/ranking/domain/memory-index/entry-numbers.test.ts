import { describe, expect, it } from 'vitest'
import { changedNumbers, unpackNumbers } from './entry-numbers.ts'

const of = (...numbers: number[]) => Float64Array.from(numbers)

describe('entry numbers', () => {
  it("match the database's packed format, also beyond 32 bits", () => {
    const numbers = [0, 1, 255, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER]
    const packed = Buffer.alloc(3 + 8 * numbers.length)
    numbers.forEach((number, index) => {
      packed.writeBigInt64BE(BigInt(number), 3 + 8 * index)
    })
    // A part of a larger buffer, as the driver hands it over, at a place that no number may be read from directly.
    expect([...unpackNumbers(packed.subarray(3))]).toEqual(numbers)
    expect(unpackNumbers(null)).toHaveLength(0)
  })

  it('return removed and added numbers', () => {
    expect(changedNumbers(of(1, 2, 5, 9), of(2, 3, 9, 10, 11))).toEqual({ removed: [1, 5], added: [3, 10, 11] })
    expect(changedNumbers(of(1, 2), of(1, 2))).toEqual({ removed: [], added: [] })
    expect(changedNumbers(of(), of(4, 6))).toEqual({ removed: [], added: [4, 6] })
    expect(changedNumbers(of(4, 6), of())).toEqual({ removed: [4, 6], added: [] })
    expect(changedNumbers(of(7, 8), of(1, 2))).toEqual({ removed: [7, 8], added: [1, 2] })
  })
})
