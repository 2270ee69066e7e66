import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import type { Question, QuestionView } from '../contract.ts'
import { isInView } from '../domain/views.ts'
import { VIEWS } from './filters/view-labels.ts'

type CachedPage = { items: Question[]; next_cursor: string | null; total: number }

/** The view that a cached list was asked for, as its key says. */
function viewOfKey(queryKey: readonly unknown[]): QuestionView {
  const [, options] = queryKey
  const queryInput: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'input') : null
  const inputView: unknown =
    typeof queryInput === 'object' && queryInput !== null ? Reflect.get(queryInput, 'view') : null
  return VIEWS.find((knownView) => knownView === inputView) ?? 'all'
}

/** Cached data of the inbox. */
export function useQuestionCache() {
  const queryClient = useQueryClient()
  const listKey = api.questions.list.key({ type: 'query' })
  return {
    /** Changes a question before the server has answered: it leaves the views it no longer belongs to. Returns how to undo. */
    async patch(questionId: string, questionChange: Partial<Question>): Promise<() => void> {
      await queryClient.cancelQueries({ queryKey: listKey })
      const previousPages = queryClient.getQueriesData<CachedPage>({ queryKey: listKey })
      for (const [key, page] of previousPages) {
        if (!page) continue
        const changedItems = page.items
          .map((question) => (question.id === questionId ? { ...question, ...questionChange } : question))
          .filter((question) => question.id !== questionId || isInView(viewOfKey(key), question, new Date()))
        queryClient.setQueryData<CachedPage>(key, {
          ...page,
          items: changedItems,
          total: page.total - (page.items.length - changedItems.length),
        })
      }
      return () => {
        for (const [key, page] of previousPages) queryClient.setQueryData(key, page)
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
