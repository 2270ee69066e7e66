import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useLive } from '../../../web/api/use-live.ts'

const GAP_EVENTS = ['gaps.changed', 'faq.changed'] as const

/** Refetches gaps when they change. */
export function useLiveGaps(): void {
  const queryClient = useQueryClient()
  useLive(GAP_EVENTS, () => queryClient.invalidateQueries({ queryKey: api.gaps.key() }))
}
