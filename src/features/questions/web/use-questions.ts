import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { QUESTIONS_PAGE_SIZE } from '../contract.ts'
import { boundsOf } from '../domain/day-range.ts'
import type { QuestionFilters } from './use-question-filters.ts'

/** One page of the inbox, newest first, kept up to date while visitors ask. */
export function useQuestions({ q, range, page, filtered, setPage }: QuestionFilters) {
  const queryClient = useQueryClient()
  const [arrived, setArrived] = useState(0)
  const query = useQuery(
    api.questions.list.queryOptions({
      input: { page, limit: QUESTIONS_PAGE_SIZE, q: q.trim() || undefined, ...boundsOf(range) },
      placeholderData: keepPreviousData,
      // What came in while another page was open is not in the cache.
      refetchOnMount: 'always',
    }),
  )
  // What the header menu acts on is everything, whatever the filters show.
  const all = useQuery(api.questions.list.queryOptions({ input: { page: 1, limit: 1 }, enabled: filtered }))
  useEvents(['question.created', 'question.deleted'], (event) => {
    if (event.type === 'question.created') setArrived((count) => count + 1)
    void queryClient.invalidateQueries({ queryKey: api.questions.list.key() })
  })

  const { data, isPlaceholderData } = query
  const pageCount = Math.max(1, Math.ceil((data?.total ?? 0) / QUESTIONS_PAGE_SIZE))
  const goToLast = useEffectEvent(() => setPage(pageCount, true))
  const beyond = data !== undefined && !isPlaceholderData && page > pageCount
  useEffect(() => {
    if (beyond) goToLast()
  }, [beyond])

  return {
    items: data?.items ?? [],
    pageCount,
    /** How many there are without any filter; undefined until known. */
    total: filtered ? all.data?.total : data?.total,
    pending: query.isPending || beyond,
    error: query.error,
    errorAt: query.errorUpdatedAt,
    outdated: isPlaceholderData,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
    /** How many came in since the page was opened. */
    arrived,
  }
}
