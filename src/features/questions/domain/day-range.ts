import { formatDate, formatDateRange } from '../../../kernel/format.ts'
/** Whole days of the reader's calendar, both included, as `yyyy-MM-dd`; null leaves that side open. */
export interface DayRange {
  from: string | null
  to: string | null
}

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/

/** The start of a day in the local time zone, or null where the text names no day of the calendar. */
export function startOfDay(dayText: string | null): Date | null {
  const [, year, month, date] = DAY_PATTERN.exec(dayText ?? '')?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined || year < 1970) return null
  const dayStart = new Date(year, month - 1, date)
  return dayStart.getMonth() === month - 1 && dayStart.getDate() === date ? dayStart : null
}

/** The local day of a moment. */
export function formatDay(localDate: Date): string {
  const twoDigits = (datePart: number) => String(datePart).padStart(2, '0')
  return `${localDate.getFullYear()}-${twoDigits(localDate.getMonth() + 1)}-${twoDigits(localDate.getDate())}`
}

/** Validates the range of a URL: unknown days are dropped, a reversed range is swapped. */
export function readRange(firstDay: string | null, lastDay: string | null): DayRange {
  const validRange = { from: startOfDay(firstDay) && firstDay, to: startOfDay(lastDay) && lastDay }
  return validRange.from && validRange.to && validRange.from > validRange.to
    ? { from: validRange.to, to: validRange.from }
    : validRange
}

/** Returns the range of this many days until today. */
export function rangeOfLastDays(dayCount: number, currentTime: Date): DayRange {
  const firstDay = new Date(currentTime.getFullYear(), currentTime.getMonth(), currentTime.getDate() - (dayCount - 1))
  return { from: formatDay(firstDay), to: formatDay(currentTime) }
}

/** The inclusive bounds as instants: from the first millisecond of the first day to the last of the last one. */
export function rangeBounds(dayRange: DayRange): { from?: string; to?: string } {
  const rangeStart = startOfDay(dayRange.from)
  const lastDay = startOfDay(dayRange.to)
  // Days are not always 24 hours long; the calendar knows where the next one begins.
  const nextDay = lastDay && new Date(lastDay.getFullYear(), lastDay.getMonth(), lastDay.getDate() + 1)
  return {
    ...(rangeStart && { from: rangeStart.toISOString() }),
    ...(nextDay && { to: new Date(nextDay.getTime() - 1).toISOString() }),
  }
}

/** «Nov 3 – 21, 2026», «Nov 3, 2026», «Since Nov 3, 2026», «Until Nov 21, 2026»; null for no range. */
export function describeRange(dayRange: DayRange): string | null {
  const [from, to] = [startOfDay(dayRange.from), startOfDay(dayRange.to)]
  if (from && to) return formatDateRange(from, to)
  if (from) return `Since ${formatDate(from)}`
  return to && `Until ${formatDate(to)}`
}
