import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'

const SUGGESTION_EVENTS = ['suggestions.changed', 'source.changed'] as const

/** Offered suggestions, updated while pages are read and other users work. */
export function useSuggestions() {
  useLiveQueries(SUGGESTION_EVENTS, api.suggestions.key())
  return useQuery(api.suggestions.list.queryOptions({ refetchOnMount: 'always' }))
}

/** Number of suggestions on offer, updated live. */
export const useSuggestionCount = (): number => useSuggestions().data?.items.length ?? 0
