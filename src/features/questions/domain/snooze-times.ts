const MORNING_HOUR = 9
const MONDAY_INDEX = 1
const HOURS_LATER = 3

const morningIn = (currentTime: Date, daysLater: number): Date =>
  new Date(currentTime.getFullYear(), currentTime.getMonth(), currentTime.getDate() + daysLater, MORNING_HOUR)

/** Days until the next Monday; a week from a Monday on. */
const daysUntilMonday = (currentTime: Date): number => (MONDAY_INDEX + 7 - currentTime.getDay()) % 7 || 7

/** Usual times to snooze until, in the reader's time zone. */
export const SNOOZE_TIMES = {
  later: {
    label: 'For 3 hours',
    from: (currentTime: Date) => new Date(currentTime.getTime() + HOURS_LATER * 3_600_000),
  },
  tomorrow: { label: 'Until tomorrow morning', from: (currentTime: Date) => morningIn(currentTime, 1) },
  monday: {
    label: 'Until Monday morning',
    from: (currentTime: Date) => morningIn(currentTime, daysUntilMonday(currentTime)),
  },
  month: { label: 'For 30 days', from: (currentTime: Date) => morningIn(currentTime, 30) },
} as const
export type SnoozeTime = keyof typeof SNOOZE_TIMES
