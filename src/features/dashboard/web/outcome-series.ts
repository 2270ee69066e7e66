import type { Series } from '../../../web/ui/chart/series.ts'
import type { ByOutcome } from '../contract.ts'

/** Outcomes of a question in the terms and colors of the inbox. */
export const OUTCOME_SERIES = [
  { key: 'answered', label: 'Answered', tone: 'good' },
  { key: 'suggested', label: 'Suggested', tone: 'fair' },
  { key: 'refused', label: 'Not found', tone: 'poor' },
  { key: 'unavailable', label: 'Unavailable', tone: 'bad' },
] as const satisfies readonly (Series & { key: keyof ByOutcome })[]

/** One number for each series. */
export const seriesValues = (counts: ByOutcome): number[] => OUTCOME_SERIES.map(({ key }) => counts[key])
