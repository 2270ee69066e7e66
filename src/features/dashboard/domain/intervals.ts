import { formatDate, formatDateRange } from '../../../kernel/format.ts'
export type IntervalUnit = 'day' | 'week' | 'month' | 'year'

/** A stretch of whole days in intervals that lie end to end. */
export interface Intervals {
  unit: IntervalUnit
  /** Ascending; each interval begins at one and ends before the next. */
  edges: Date[]
}

/** The most days at which an interval is still a day, a week, a month. */
const MAX_DAYS_BY_DAY = 45
const MAX_DAYS_BY_WEEK = 371
const MAX_DAYS_BY_MONTH = 3_660
const DAY_MS = 86_400_000

const nextEdgeByUnit: Record<IntervalUnit, (from: Date) => Date> = {
  day: (edgeDate) => new Date(edgeDate.getFullYear(), edgeDate.getMonth(), edgeDate.getDate() + 1),
  week: (edgeDate) => new Date(edgeDate.getFullYear(), edgeDate.getMonth(), edgeDate.getDate() + 7),
  month: (edgeDate) => new Date(edgeDate.getFullYear(), edgeDate.getMonth() + 1, 1),
  year: (edgeDate) => new Date(edgeDate.getFullYear() + 1, 0, 1),
}

/**
 * Few enough intervals to look at. They follow the reader's calendar: days may last 23 or 25 hours. The first and the
 * last may be shorter than the others.
 *
 * @param first the start of the first day
 * @param last the start of the last day, not before the first
 */
export function intervalsOf(first: Date, last: Date): Intervals {
  const dayCount = Math.round((last.getTime() - first.getTime()) / DAY_MS) + 1
  const unit =
    dayCount <= MAX_DAYS_BY_DAY
      ? 'day'
      : dayCount <= MAX_DAYS_BY_WEEK
        ? 'week'
        : dayCount <= MAX_DAYS_BY_MONTH
          ? 'month'
          : 'year'
  const endDate = nextEdgeByUnit.day(last)
  const intervalEdges: Date[] = []
  for (let currentEdge = first; currentEdge < endDate; currentEdge = nextEdgeByUnit[unit](currentEdge))
    intervalEdges.push(currentEdge)
  return { unit, edges: [...intervalEdges, endDate] }
}

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' })

export interface IntervalName {
  /** For the axis. */
  short: string
  /** For the table: which days it holds. */
  full: string
}

export function nameIntervals({ unit, edges }: Intervals): IntervalName[] {
  return edges.slice(0, -1).map((edgeDate, intervalIndex) => {
    const endDate = edges[intervalIndex + 1] ?? edgeDate
    const lastDay = new Date(endDate.getFullYear(), endDate.getMonth(), endDate.getDate() - 1)
    const shortName =
      unit === 'year' ? String(edgeDate.getFullYear()) : (unit === 'month' ? monthFormat : dayFormat).format(edgeDate)
    return { short: shortName, full: unit === 'day' ? formatDate(edgeDate) : formatDateRange(edgeDate, lastDay) }
  })
}
