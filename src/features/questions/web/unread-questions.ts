import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'

/** Number of visitor questions since the inbox was last viewed, updated live. */
export function useUnreadQuestions(): number {
  const { isOpen, loading } = useWorkspace()
  const { data } = useQuery(api.questions.unread.queryOptions({ enabled: isOpen && !loading }))
  useEvents(['question.created', 'question.deleted', 'questions.viewed'], () => {
    void queryClient.invalidateQueries({ queryKey: api.questions.unread.key() })
  })
  return data?.count ?? 0
}
