import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { useLive } from '../../../web/api/use-live.ts'
import { QUESTIONS_PAGE_SIZE } from '../contract.ts'
import { filterInput } from './filters/filter-input.ts'
import type { QuestionFilters } from './filters/use-question-filters.ts'

/** Events that change the inbox. */
const EVENTS = [
  'question.created',
  'question.deleted',
  'question.changed',
  'question.voted',
  'question.handoff',
  'question.reply',
] as const

/** Interval of reading the counts while questions are snoozed. */
const WAKING_MS = 60_000

/** One page of the inbox, newest first, kept up to date while visitors ask. */
export function useQuestions(filters: QuestionFilters) {
  const { page, setPage } = filters
  const queryClient = useQueryClient()
  const [arrived, setArrived] = useState(0)
  const query = useQuery(
    api.questions.list.queryOptions({
      input: { page, limit: QUESTIONS_PAGE_SIZE, ...filterInput(filters) },
      placeholderData: keepPreviousData,
      // Questions that arrived while another page was open are not in the cache.
      refetchOnMount: 'always',
    }),
  )
  const views = useQuery(
    api.questions.views.queryOptions({
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => ((state.data?.snoozed ?? 0) > 0 ? WAKING_MS : false),
    }),
  )
  // Snoozed questions return by themselves, without an event.
  const snoozed = views.data?.snoozed
  const lastSnoozed = useRef(snoozed)
  useEffect(() => {
    const changed = lastSnoozed.current !== undefined && lastSnoozed.current !== snoozed
    lastSnoozed.current = snoozed
    if (changed) void queryClient.invalidateQueries({ queryKey: api.questions.list.key() })
  }, [snoozed, queryClient])
  useLive(
    EVENTS,
    () =>
      Promise.all(
        [api.questions.list, api.questions.views, api.questions.details].map((procedure) =>
          queryClient.invalidateQueries({ queryKey: procedure.key() }),
        ),
      ),
    ({ type }) => {
      if (type === 'question.created') setArrived((count) => count + 1)
    },
  )

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
    /** Number of questions per view without filters; undefined while loading. */
    counts: views.data,
    pending: query.isPending || beyond,
    error: query.error,
    errorAt: query.errorUpdatedAt,
    outdated: isPlaceholderData,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
    /** Number of questions since the page was opened. */
    arrived,
  }
}
export type QuestionsShown = ReturnType<typeof useQuestions>
