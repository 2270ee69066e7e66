import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { useEvents } from '../../../web/api/use-events.ts'

/** Looking at the inbox resets the unread badge, on every device; so does looking on while questions come in. */
export function useMarkViewed(workspaceId: string | undefined) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => client.questions.markViewed(),
    onMutate: async () => {
      // A count that is still under way is older than this visit.
      await queryClient.cancelQueries({ queryKey: api.questions.unread.key() })
      queryClient.setQueryData(api.questions.unread.queryKey(), { count: 0 })
    },
    // Questions may have come in while the answer was on its way: the server's count is the true one.
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.questions.unread.key() }),
  })
  useEffect(() => {
    if (!workspaceId) return
    const markWhenVisible = () => {
      if (document.visibilityState === 'visible') mutate()
    }
    markWhenVisible()
    document.addEventListener('visibilitychange', markWhenVisible)
    return () => document.removeEventListener('visibilitychange', markWhenVisible)
  }, [workspaceId, mutate])
  useEvents(['question.created'], () => {
    if (document.visibilityState === 'visible') mutate()
  })
}
