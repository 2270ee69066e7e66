import { expect, it } from 'vitest'
import { SNOOZE_TIMES } from './snooze-times.ts'

const FRIDAY = new Date(2026, 10, 27, 16, 30)
const MONDAY = new Date(2026, 10, 30, 8, 0)

it('snooze times are in the future, at nine in the morning or some hours later', () => {
  expect(SNOOZE_TIMES.later.from(FRIDAY)).toEqual(new Date(2026, 10, 27, 19, 30))
  expect(SNOOZE_TIMES.tomorrow.from(FRIDAY)).toEqual(new Date(2026, 10, 28, 9))
  expect(SNOOZE_TIMES.monday.from(FRIDAY)).toEqual(new Date(2026, 10, 30, 9))
  expect(SNOOZE_TIMES.monday.from(MONDAY)).toEqual(new Date(2026, 11, 7, 9))
  expect(SNOOZE_TIMES.month.from(FRIDAY)).toEqual(new Date(2026, 11, 27, 9))
})
