import { formatDate, formatDateRange } from '../../../kernel/format.ts'
/** Whole days of the reader's calendar, both included, as `yyyy-MM-dd`; null leaves that side open. */
export interface DayRange {
  from: string | null
  to: string | null
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** The start of a day in the local time zone, or null where the text names no day of the calendar. */
export function startOfDay(day: string | null): Date | null {
  const [, year, month, date] = DAY.exec(day ?? '')?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined || year < 1970) return null
  const start = new Date(year, month - 1, date)
  return start.getMonth() === month - 1 && start.getDate() === date ? start : null
}

/** The local day of a moment. */
export function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Validates the range of a URL: unknown days are dropped, a reversed range is swapped. */
export function readRange(from: string | null, to: string | null): DayRange {
  const range = { from: startOfDay(from) && from, to: startOfDay(to) && to }
  return range.from && range.to && range.from > range.to ? { from: range.to, to: range.from } : range
}

/** Returns the range of this many days until today. */
export function lastDays(count: number, now: Date): DayRange {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1))
  return { from: dayOf(first), to: dayOf(now) }
}

/** The inclusive bounds as instants: from the first millisecond of the first day to the last of the last one. */
export function boundsOf(range: DayRange): { from?: string; to?: string } {
  const from = startOfDay(range.from)
  const last = startOfDay(range.to)
  // Days are not always 24 hours long; the calendar knows where the next one begins.
  const next = last && new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  return {
    ...(from && { from: from.toISOString() }),
    ...(next && { to: new Date(next.getTime() - 1).toISOString() }),
  }
}

/** «Nov 3 – 21, 2026», «Nov 3, 2026», «Since Nov 3, 2026», «Until Nov 21, 2026»; null for no range. */
export function describeRange(range: DayRange): string | null {
  const [from, to] = [startOfDay(range.from), startOfDay(range.to)]
  if (from && to) return formatDateRange(from, to)
  if (from) return `Since ${formatDate(from)}`
  return to && `Until ${formatDate(to)}`
}
