import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import type { Question, QuestionView } from '../contract.ts'
import { inView } from '../domain/views.ts'
import { VIEWS } from './filters/view-labels.ts'

type Page = { items: Question[]; next_cursor: string | null; total: number }

/** The view that a cached list was asked for, as its key says. */
function viewOf(key: readonly unknown[]): QuestionView {
  const [, options] = key
  const input: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'input') : null
  const view: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'view') : null
  return VIEWS.find((one) => one === view) ?? 'all'
}

/** Cached data of the inbox. */
export function useQuestionCache() {
  const queryClient = useQueryClient()
  const listKey = api.questions.list.key({ type: 'query' })
  return {
    /** Changes a question before the server has answered: it leaves the views it no longer belongs to. Returns how to undo. */
    async patch(id: string, change: Partial<Question>): Promise<() => void> {
      await queryClient.cancelQueries({ queryKey: listKey })
      const before = queryClient.getQueriesData<Page>({ queryKey: listKey })
      for (const [key, page] of before) {
        if (!page) continue
        const items = page.items
          .map((question) => (question.id === id ? { ...question, ...change } : question))
          .filter((question) => question.id !== id || inView(viewOf(key), question, new Date()))
        queryClient.setQueryData<Page>(key, { ...page, items, total: page.total - (page.items.length - items.length) })
      }
      return () => {
        for (const [key, page] of before) queryClient.setQueryData(key, page)
      }
    },
    refresh: () =>
      Promise.all(
        [api.questions.list, api.questions.views, api.questions.details, api.questions.unread].map((procedure) =>
          queryClient.invalidateQueries({ queryKey: procedure.key() }),
        ),
      ),
  }
}
