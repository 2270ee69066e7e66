import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('the relative time', () => {
  it.each([
    [-5 * MINUTE, 'Just now'],
    [0, 'Just now'],
    [MINUTE - 1, 'Just now'],
    [MINUTE, '1m ago'],
    [HOUR - 1, '59m ago'],
    [HOUR, '1h ago'],
    [DAY - 1, '23h ago'],
    [DAY, '1d ago'],
    [7 * DAY - 1, '6d ago'],
    [7 * DAY, 'Nov 14, 2026'],
    [400 * DAY, 'Oct 17, 2025'],
  ])('%i ms: %s', (passed, text) => {
    expect(relativeTime(new Date(NOW.getTime() - passed), NOW)).toBe(text)
  })
})
