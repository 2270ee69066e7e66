import { expect, it } from 'vitest'
import {
  formatDate,
  formatDateRange,
  formatDateTime,
  formatExactDateTime,
  formatLongDate,
  formatNumber,
} from './format.ts'

/** The locale data use thin and narrow spaces in some places. */
const withSpaces = (text: string) => text.replace(/\s/gu, ' ')

it('groups the digits of large numbers', () => {
  expect([0, 999, 1000, 1_234_567, -1500].map(formatNumber)).toEqual(['0', '999', '1,000', '1,234,567', '-1,500'])
})

it('writes dates as American English has them', () => {
  const at = new Date(2026, 10, 3, 9, 5, 7)
  expect(formatDate(at)).toBe('Nov 3, 2026')
  expect(withSpaces(formatDateRange(at, new Date(2026, 10, 21)))).toBe('Nov 3 – 21, 2026')
  expect(formatLongDate(at)).toBe('November 3, 2026')
  expect(withSpaces(formatDateTime(at))).toBe('Nov 3, 2026, 9:05 AM')
  expect(withSpaces(formatExactDateTime(at))).toBe('Nov 3, 2026, 9:05:07 AM')
})

it('writes a date in the time zone that is asked for', () => {
  expect(formatLongDate('2026-11-03T23:30:00Z', 'UTC')).toBe('November 3, 2026')
  expect(formatLongDate('2026-11-03T23:30:00Z', 'Asia/Tokyo')).toBe('November 4, 2026')
})
