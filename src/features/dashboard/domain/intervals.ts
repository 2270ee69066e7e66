import { formatDate, formatDateRange } from '../../../kernel/format.ts'
export type IntervalUnit = 'day' | 'week' | 'month' | 'year'

/** A stretch of whole days in intervals that lie end to end. */
export interface Intervals {
  unit: IntervalUnit
  /** Ascending; each interval begins at one and ends before the next. */
  edges: Date[]
}

/** The most days at which an interval is still a day, a week, a month. */
const DAYS_MAX = 45
const WEEKS_MAX = 371
const MONTHS_MAX = 3_660
const DAY_MS = 86_400_000

const next: Record<IntervalUnit, (from: Date) => Date> = {
  day: (from) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1),
  week: (from) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + 7),
  month: (from) => new Date(from.getFullYear(), from.getMonth() + 1, 1),
  year: (from) => new Date(from.getFullYear() + 1, 0, 1),
}

/**
 * Few enough intervals to look at. They follow the reader's calendar: days may last 23 or 25 hours. The first and the
 * last may be shorter than the others.
 *
 * @param first the start of the first day
 * @param last the start of the last day, not before the first
 */
export function intervalsOf(first: Date, last: Date): Intervals {
  const days = Math.round((last.getTime() - first.getTime()) / DAY_MS) + 1
  const unit = days <= DAYS_MAX ? 'day' : days <= WEEKS_MAX ? 'week' : days <= MONTHS_MAX ? 'month' : 'year'
  const end = next.day(last)
  const edges: Date[] = []
  for (let edge = first; edge < end; edge = next[unit](edge)) edges.push(edge)
  return { unit, edges: [...edges, end] }
}

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' })

export interface IntervalName {
  /** For the axis. */
  short: string
  /** For the table: which days it holds. */
  full: string
}

export function nameIntervals({ unit, edges }: Intervals): IntervalName[] {
  return edges.slice(0, -1).map((from, index) => {
    const end = edges[index + 1] ?? from
    const last = new Date(end.getFullYear(), end.getMonth(), end.getDate() - 1)
    const short = unit === 'year' ? String(from.getFullYear()) : (unit === 'month' ? month : day).format(from)
    return { short, full: unit === 'day' ? formatDate(from) : formatDateRange(from, last) }
  })
}
