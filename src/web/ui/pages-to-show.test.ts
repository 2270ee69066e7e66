import { describe, expect, it } from 'vitest'
import { pagesToShow } from './pages-to-show.ts'

const shown = (page: number, pageCount: number) =>
  pagesToShow(page, pageCount)
    .map((entry) => (typeof entry === 'number' ? entry : '…'))
    .join(' ')

describe('pagesToShow', () => {
  it.each([
    [1, 1, '1'],
    [3, 7, '1 2 3 4 5 6 7'],
    [1, 20, '1 2 3 4 5 … 20'],
    [4, 20, '1 2 3 4 5 … 20'],
    [5, 20, '1 … 4 5 6 … 20'],
    [17, 20, '1 … 16 17 18 19 20'],
    [10, 20, '1 … 9 10 11 … 20'],
    [20, 20, '1 … 16 17 18 19 20'],
  ])('page %i of %i', (page, pageCount, expected) => {
    expect(shown(page, pageCount)).toBe(expected)
  })
  it('always shows the current page, its neighbors and both ends, without duplicates', () => {
    for (let pageCount = 1; pageCount <= 40; pageCount++) {
      for (let page = 1; page <= pageCount; page++) {
        const entries = pagesToShow(page, pageCount)
        expect(new Set(entries).size).toBe(entries.length)
        for (const wanted of [1, page - 1, page, page + 1, pageCount]) {
          if (wanted >= 1 && wanted <= pageCount) expect(entries).toContain(wanted)
        }
      }
    }
  })
})
