import { api } from '../../../web/api/api.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'

const GAP_EVENTS = ['gaps.changed', 'faq.changed'] as const

/** Refetches gaps when they change. */
export function useLiveGaps(): void {
  useLiveQueries(GAP_EVENTS, api.gaps.key())
}
