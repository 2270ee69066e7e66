import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useLive } from '../../../web/api/use-live.ts'

const LIVE_EVENTS = ['contradictions.changed', 'content.changed'] as const

/** Refetches contradictions when the content changes and after comparisons. */
export function useLiveContradictions(): void {
  const queryClient = useQueryClient()
  useLive(LIVE_EVENTS, () => queryClient.invalidateQueries({ queryKey: api.contradictions.key() }))
}
