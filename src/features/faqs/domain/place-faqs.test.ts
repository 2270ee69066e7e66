import { describe, expect, it } from 'vitest'
import { moveInOrder, positionOfGap, refreshInOrder } from './place-faqs.ts'

const list = (ids: string) => [...ids].map((id, index) => ({ id, display_order: index + 1, text: id }))
const read = (faqs: { id: string; display_order: number }[]) => {
  expect(faqs.map((faq) => faq.display_order)).toEqual(faqs.map((_, index) => index + 1))
  return faqs.map((faq) => faq.id).join('')
}

describe('moving a FAQ', () => {
  it.each([
    ['a', 3, 'bcad'],
    ['d', 1, 'dabc'],
    ['b', 2, 'abcd'],
    ['b', 99, 'acdb'],
    ['c', -5, 'cabd'],
    ['x', 1, 'abcd'],
  ])('%s to %i', (id, position, expected) => {
    const before = list('abcd')
    expect(read(moveInOrder(before, id, position))).toBe(expected)
    expect(read(before)).toBe('abcd')
  })

  it('keeps the objects of unmoved rows, so that they are not rendered again', () => {
    const before = list('abcd')
    const after = moveInOrder(before, 'b', 3)
    expect([after[0] === before[0], after[1] === before[2], after[3] === before[3]]).toEqual([true, false, true])
  })
})

describe('refreshed FAQs', () => {
  const at = (id: string, display_order: number, text = id) => ({ id, display_order, text })

  it('take their new text when changed', () => {
    expect(refreshInOrder(list('abc'), ['b'], [at('b', 2, 'new')])[1]).toEqual(at('b', 2, 'new'))
  })
  it('handle moved, new, and deleted ones together', () => {
    expect(read(refreshInOrder(list('abcd'), ['a'], [at('a', 3)]))).toBe('bcad')
    expect(read(refreshInOrder(list('abc'), ['x'], [at('x', 4)]))).toBe('abcx')
    expect(read(refreshInOrder(list('abcd'), ['b', 'c'], []))).toBe('ad')
    expect(read(refreshInOrder(list('abcd'), ['d', 'b', 'x'], [at('x', 3), at('d', 1)]))).toBe('daxc')
  })
  it('are put at the end when their position is beyond it', () => {
    expect(read(refreshInOrder(list('ab'), ['x'], [at('x', 9)]))).toBe('abx')
  })
  it('ignore FAQs that were not requested', () => {
    expect(read(refreshInOrder(list('ab'), ['a'], [at('a', 1), at('b', 1)]))).toBe('ab')
  })
  it('restore the FAQs of an undone deletion', () => {
    const before = list('abcde')
    const without = refreshInOrder(before, ['b', 'd'], [])
    expect(refreshInOrder(without, ['b', 'd'], [before[3]!, before[1]!])).toEqual(before)
  })
})

describe('a placeholder', () => {
  it('is a position among the others', () => {
    expect([0, 1, 2, 3, 4].map((gap) => positionOfGap(1, gap))).toEqual([1, 2, 2, 3, 4])
  })
})
