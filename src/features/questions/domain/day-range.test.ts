import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeRange, formatDay, rangeBounds, readRange, startOfDay } from './day-range.ts'

let zone: string | undefined
beforeEach(() => {
  zone = process.env.TZ
})
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('days', () => {
  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '0001-01-01', '', 'yesterday'])('refuses %j', (day) =>
    expect(startOfDay(day)).toBeNull(),
  )

  it('are converted correctly in any time zone', () => {
    for (const name of ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu']) {
      process.env.TZ = name
      for (const day of ['2024-02-29', '2026-12-31', '2026-01-01']) {
        const start = startOfDay(day)
        expect(start && formatDay(start)).toBe(day)
      }
    }
  })
})

describe('a range in the address', () => {
  it('is reversed, left open or dropped when it is invalid', () => {
    expect(readRange('2026-11-21', '2026-11-03')).toEqual({ from: '2026-11-03', to: '2026-11-21' })
    expect(readRange('nonsense', '2026-11-03')).toEqual({ from: null, to: '2026-11-03' })
    expect(readRange(null, null)).toEqual({ from: null, to: null })
  })
})

describe('the bounds of a range', () => {
  it('include both days completely, in the user’s time zone', () => {
    process.env.TZ = 'America/New_York'
    expect(rangeBounds({ from: '2026-06-01', to: '2026-06-02' })).toEqual({
      from: '2026-06-01T04:00:00.000Z',
      to: '2026-06-03T03:59:59.999Z',
    })
  })

  it('handle days of 23 and 25 hours', () => {
    process.env.TZ = 'Europe/Berlin'
    expect(rangeBounds({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T21:59:59.999Z',
    })
    expect(rangeBounds({ from: '2026-10-25', to: '2026-10-25' })).toEqual({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T22:59:59.999Z',
    })
  })

  it('omit an open side', () => {
    process.env.TZ = 'UTC'
    expect(rangeBounds({ from: '2026-06-01', to: null })).toEqual({ from: '2026-06-01T00:00:00.000Z' })
    expect(rangeBounds({ from: null, to: null })).toEqual({})
  })
})

describe('the text of a range', () => {
  it('is short', () => {
    const plain = (from: string | null, to: string | null) => describeRange({ from, to })?.replace(/\s/gu, ' ')
    expect(plain('2026-11-03', '2026-11-21')).toBe('Nov 3 – 21, 2026')
    expect(plain('2026-11-03', '2026-11-03')).toBe('Nov 3, 2026')
    expect(plain('2026-11-03', null)).toBe('Since Nov 3, 2026')
    expect(plain(null, '2026-11-21')).toBe('Until Nov 21, 2026')
    expect(plain(null, null)).toBeUndefined()
  })
})
