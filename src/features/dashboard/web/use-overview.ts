import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'

/** The figures of the dashboard; each is undefined until it has arrived. */
export interface Overview {
  faqs: number | undefined
  hasPublished: boolean | undefined
  questions: number | undefined
  unread: number | undefined
}

/** Counts of the selected workspace, kept up to date by the server's events. */
export function useOverview(): Overview {
  const { current } = useWorkspace()
  const published = useQuery(api.faqs.list.queryOptions({ input: { status: 'published', limit: 1 } }))
  const questions = useQuery(api.questions.list.queryOptions({ input: { limit: 1 } }))
  const unread = useQuery(api.questions.unread.queryOptions())
  useEvents(['faq.changed'], () => {
    void queryClient.invalidateQueries({ queryKey: api.faqs.list.key() })
  })
  useEvents(['question.created', 'question.deleted'], () => {
    void queryClient.invalidateQueries({ queryKey: api.questions.list.key() })
  })
  return {
    faqs: current?.faq_count,
    hasPublished: published.data && published.data.items.length > 0,
    questions: questions.data?.total,
    unread: unread.data?.count,
  }
}
