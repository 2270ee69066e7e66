import { describe, expect, it } from 'vitest'
import { Blocks } from './blocks.ts'

/** A block of so many words, each with the number given. */
function filled(blocks: Blocks, length: number, number: number) {
  const address = blocks.allocate(length)
  const offset = blocks.offset(address)
  blocks.page(address).fill(number, offset, offset + length)
  return { address, length, number }
}

const holds = (blocks: Blocks, { address, length, number }: ReturnType<typeof filled>) => {
  const offset = blocks.offset(address)
  const block = blocks.page(address).subarray(offset, offset + length)
  return block.length === length && block.every((word) => word === number)
}

describe('memory blocks', () => {
  it('do not overlap, at any length', () => {
    const blocks = new Blocks()
    const all = Array.from({ length: 400 }, (_, index) => filled(blocks, 1 + ((index * index * 37) % 3000), index))
    all.push(filled(blocks, 16_384, 400), filled(blocks, 16_385, 401), filled(blocks, 300_000, 402))
    const kept = all.filter(({ number, address, length }) => {
      if (number % 3 === 0) blocks.free(address, length)
      return number % 3 !== 0
    })
    const more = Array.from({ length: 300 }, (_, index) =>
      filled(blocks, 1 + ((index * index * 41) % 3000), 1000 + index),
    )
    expect([...kept, ...more].filter((block) => !holds(blocks, block))).toEqual([])
  })

  it('are reused after they were freed', () => {
    const blocks = new Blocks()
    const lengths = [1, 7, 9, 100, 5000, 40_000]
    const addresses = lengths.map((length) => blocks.allocate(length))
    const { bytes } = blocks
    for (let turn = 0; turn < 50; turn++) {
      lengths.forEach((length, index) => {
        blocks.free(addresses[index]!, length)
      })
      lengths.forEach((length, index) => {
        addresses[index] = blocks.allocate(length)
      })
    }
    expect(blocks.bytes).toBe(bytes)
  })

  it('use little memory at first, and release large blocks', () => {
    const blocks = new Blocks()
    expect(blocks.bytes).toBe(0)
    blocks.allocate(10)
    expect(blocks.bytes).toBeLessThan(3000)
    const { bytes } = blocks
    const large = blocks.allocate(1_000_000)
    expect(blocks.bytes).toBeGreaterThan(4_000_000)
    blocks.free(large, 1_000_000)
    expect(blocks.bytes).toBe(bytes)
  })
})
