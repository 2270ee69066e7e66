import { describe, expect, it } from 'vitest'
import { distinctPhrasings, groupFor, JOINS_FROM, likenessToGroup, standsForAll, withMeaning } from './grouping.ts'

describe('the group a question joins', () => {
  it('is the likest, from a bound on', () => {
    expect(groupFor([])).toBeNull()
    expect(groupFor([{ id: 'a', likeness: JOINS_FROM - 0.01 }])).toBeNull()
    expect(
      groupFor([
        { id: 'a', likeness: JOINS_FROM },
        { id: 'b', likeness: JOINS_FROM + 0.1 },
      ]),
    ).toBe('b')
  })

  it('is the oldest of equals, in whatever order they are given', () => {
    const [old, young] = [
      { id: '1', likeness: 0.9 },
      { id: '2', likeness: 0.9 },
    ]
    expect([groupFor([old, young]), groupFor([young, old])]).toEqual(['1', '1'])
  })

  it('needs more than one phrasing that is like it', () => {
    expect(likenessToGroup([0.9])).toBeCloseTo(0.9)
    expect(likenessToGroup([0.9, 0.1, 0.1])).toBeLessThan(likenessToGroup([0.4, 0.4, 0.4]))
    expect(likenessToGroup([])).toBe(0)
  })

  it('may be near in meaning without a word in common, and is never less like it for its meaning', () => {
    expect(withMeaning(0, 0.7)).toBeGreaterThanOrEqual(JOINS_FROM)
    expect(withMeaning(0, 0.4)).toBeLessThan(JOINS_FROM)
    expect(withMeaning(0.2, 0.5)).toBeGreaterThanOrEqual(JOINS_FROM)
    expect([withMeaning(0.5, 0), withMeaning(0.5, undefined), withMeaning(1, 1)]).toEqual([0.5, 0.5, 1])
  })

  it('is not drawn to by its size', () => {
    expect(likenessToGroup(Array(24).fill(0.4))).toBeCloseTo(likenessToGroup([0.4]))
  })
})

describe('what stands for a group', () => {
  const table = [
    [1, 0.2, 0.2],
    [0.2, 1, 0.9],
    [0.2, 0.9, 1],
  ]
  const likeness = (left: number, right: number) => table[left]?.[right] ?? 0

  it('is most like all others, the first of equals', () => {
    expect(standsForAll(likeness, [true, true, true])).toBe(1)
  })
  it('shows nothing personal, as long as there is such a phrasing', () => {
    expect(standsForAll(likeness, [true, false, false])).toBe(0)
    expect(standsForAll(likeness, [false, false, false])).toBe(1)
  })
  it('is there for a group of one', () => {
    expect(standsForAll(() => 0, [true])).toBe(0)
  })
})

describe('paraphrases worth keeping', () => {
  it('differ from what stands for the group, and from each other', () => {
    const same = new Set(['0-2', '2-0', '1-3', '3-1'])
    const likeness = (left: number, right: number) => (same.has(`${left}-${right}`) ? 0.99 : 0.4)
    expect(distinctPhrasings(5, likeness, 10)).toEqual([1, 4])
    expect(distinctPhrasings(5, () => 0, 2)).toEqual([1, 2])
    expect(distinctPhrasings(1, () => 0, 2)).toEqual([])
  })
})
