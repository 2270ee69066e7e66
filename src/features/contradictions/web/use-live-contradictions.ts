import { api } from '../../../web/api/api.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'

const LIVE_EVENTS = ['contradictions.changed', 'content.changed'] as const

/** Refetches contradictions when the content changes and after comparisons. */
export function useLiveContradictions(): void {
  useLiveQueries(LIVE_EVENTS, api.contradictions.key())
}
