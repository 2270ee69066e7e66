import { useMemo } from 'react'
import { useUrlParameters } from '../../../web/browser/use-url-parameters.ts'
import { type DayRange, rangeOfLastDays, readRange, startOfDay } from '../../questions/web/index.ts'
import { intervalsOf } from '../domain/intervals.ts'

export const DEFAULT_DAYS = 30

/** The days that are looked at, kept in the address as in the inbox; the last 30 unless others are chosen. */
export function useInsightsRange(now: Date) {
  const { params, change } = useUrlParameters()
  const chosenRange = readRange(params.get('from'), params.get('to'))
  const defaultRange = rangeOfLastDays(DEFAULT_DAYS, now)
  // An open side: up to today, or the usual stretch before the last day.
  const rangeEnd = chosenRange.to ?? defaultRange.to
  const endDay = startOfDay(chosenRange.to)
  const rangeStart = chosenRange.from ?? (endDay ? rangeOfLastDays(DEFAULT_DAYS, endDay).from : defaultRange.from)
  const intervals = useMemo(() => {
    const [first, last] = [startOfDay(rangeStart), startOfDay(rangeEnd)].sort(
      (left, right) => Number(left) - Number(right),
    )
    return intervalsOf(first ?? new Date(), last ?? new Date())
  }, [rangeStart, rangeEnd])
  return {
    range: chosenRange,
    shown: { from: rangeStart, to: rangeEnd },
    intervals,
    setRange: ({ from, to }: DayRange) => change({ from, to }, true),
  }
}
