import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../web/api/api.ts'
import { useLive } from '../../../../web/api/use-live.ts'

const EVENTS = ['contradictions.changed', 'content.changed'] as const

/** Fetches what is shown of contradictions anew when the content has changed, and when texts were compared. */
export function useLiveContradictions(): void {
  const queryClient = useQueryClient()
  useLive(EVENTS, () => queryClient.invalidateQueries({ queryKey: api.loop.contradictions.key() }))
}
