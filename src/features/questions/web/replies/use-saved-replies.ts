import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../web/api/api.ts'
import { useLive } from '../../../../web/api/use-live.ts'

/** The saved replies of the workspace by name, kept up to date while colleagues change them. */
export function useSavedReplies() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.questions.savedReplies.list.key() })
  useLive(['saved_replies.changed'], refresh)
  const repliesQuery = useQuery(api.questions.savedReplies.list.queryOptions())
  return { items: repliesQuery.data?.items ?? [], pending: repliesQuery.isPending, error: repliesQuery.error, refresh }
}
