import { useMemo } from 'react'
import { useUrlParameters } from '../../../web/browser/use-url-parameters.ts'
import { type DayRange, rangeOfLastDays, readRange, startOfDay } from '../../questions/web/index.ts'
import { intervalsOf } from '../domain/intervals.ts'

export const USUAL_DAYS = 30

/** The days that are looked at, kept in the address as in the inbox; the last 30 unless others are chosen. */
export function useInsightsRange(now: Date) {
  const { params, change } = useUrlParameters()
  const range = readRange(params.get('from'), params.get('to'))
  const usual = rangeOfLastDays(USUAL_DAYS, now)
  // An open side: up to today, or the usual stretch before the last day.
  const to = range.to ?? usual.to
  const before = startOfDay(range.to)
  const from = range.from ?? (before ? rangeOfLastDays(USUAL_DAYS, before).from : usual.from)
  const intervals = useMemo(() => {
    const [first, last] = [startOfDay(from), startOfDay(to)].sort((left, right) => Number(left) - Number(right))
    return intervalsOf(first ?? new Date(), last ?? new Date())
  }, [from, to])
  return {
    range,
    shown: { from, to },
    intervals,
    setRange: ({ from, to }: DayRange) => change({ from, to }, true),
  }
}
