const MORNING = 9
const MONDAY = 1
const HOURS_LATER = 3

const morningIn = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)

/** Days until the next Monday; a week from a Monday on. */
const daysUntilMonday = (now: Date): number => (MONDAY + 7 - now.getDay()) % 7 || 7

/** Usual times to snooze until, in the reader's time zone. */
export const SNOOZE_TIMES = {
  later: { label: 'For 3 hours', from: (now: Date) => new Date(now.getTime() + HOURS_LATER * 3_600_000) },
  tomorrow: { label: 'Until tomorrow morning', from: (now: Date) => morningIn(now, 1) },
  monday: { label: 'Until Monday morning', from: (now: Date) => morningIn(now, daysUntilMonday(now)) },
  month: { label: 'For 30 days', from: (now: Date) => morningIn(now, 30) },
} as const
export type SnoozeTime = keyof typeof SNOOZE_TIMES
