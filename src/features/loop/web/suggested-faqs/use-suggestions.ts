import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../web/api/api.ts'
import { useLive } from '../../../../web/api/use-live.ts'

const EVENTS = ['loop.suggestions_changed', 'source.changed'] as const

/** Offered suggestions, updated while pages are read and other users work. */
export function useSuggestions() {
  const queryClient = useQueryClient()
  useLive(EVENTS, () => queryClient.invalidateQueries({ queryKey: api.loop.suggestedFaqs.key() }))
  return useQuery(api.loop.suggestedFaqs.list.queryOptions({ refetchOnMount: 'always' }))
}
