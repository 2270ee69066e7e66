import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useLive } from '../../../web/api/use-live.ts'

const EVENTS = ['loop.changed', 'faq.changed'] as const

/** Fetches what is shown of gaps anew when something about them has changed. */
export function useLiveGaps(): void {
  const queryClient = useQueryClient()
  useLive(EVENTS, () => queryClient.invalidateQueries({ queryKey: api.loop.key() }))
}
