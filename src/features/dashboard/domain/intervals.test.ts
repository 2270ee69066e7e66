import { describe, expect, it } from 'vitest'
import { INTERVALS_MAX } from '../contract.ts'
import { intervalsOf, nameIntervals } from './intervals.ts'

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date)

describe('intervals', () => {
  it('are days for up to a month and a half', () => {
    const { unit, edges } = intervalsOf(day(2026, 11, 1), day(2026, 11, 30))
    expect(unit).toBe('day')
    expect(edges).toHaveLength(31)
    expect([edges[0], edges.at(-1)]).toEqual([day(2026, 11, 1), day(2026, 12, 1)])
  })

  it('are a single one for one day', () => {
    expect(intervalsOf(day(2026, 2, 28), day(2026, 2, 28)).edges).toEqual([day(2026, 2, 28), day(2026, 3, 1)])
  })

  it.each([
    ['week', day(2026, 1, 1), day(2026, 3, 31)],
    ['week', day(2025, 12, 1), day(2026, 12, 1)],
    ['month', day(2024, 1, 15), day(2026, 1, 15)],
    ['year', day(1970, 1, 1), day(2026, 11, 21)],
  ] as const)(
    'are %ss for longer periods, whole days without gap or overlap, within the maximum',
    (unit, first, last) => {
      const got = intervalsOf(first, last)
      expect(got.unit).toBe(unit)
      expect(got.edges[0]).toEqual(first)
      expect(got.edges.at(-1)).toEqual(new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1))
      expect(got.edges.length - 1).toBeLessThanOrEqual(INTERVALS_MAX)
      expect(got.edges.map(Number)).toEqual([...new Set(got.edges.map(Number))].sort((left, right) => left - right))
      for (const edge of got.edges) expect([edge.getHours(), edge.getMinutes()]).toEqual([0, 0])
    },
  )

  it('have their own names', () => {
    const names = (first: Date, last: Date) => nameIntervals(intervalsOf(first, last))
    expect(names(day(2026, 11, 20), day(2026, 11, 21))).toEqual([
      { short: 'Nov 20', full: 'Nov 20, 2026' },
      { short: 'Nov 21', full: 'Nov 21, 2026' },
    ])
    const weeks = names(day(2026, 9, 1), day(2026, 11, 21))
    expect(weeks[0]?.full).toMatch(/^Sep 1\s–\s7, 2026$/)
    expect(weeks.at(-1)?.full).toMatch(/^Nov 17\s–\s21, 2026$/)
    expect(names(day(2024, 1, 15), day(2026, 1, 15))[1]?.short).toBe('Feb 2024')
    expect(names(day(1970, 1, 1), day(2026, 11, 21))[0]?.short).toBe('1970')
  })
})
