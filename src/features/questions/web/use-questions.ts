import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { useLive } from '../../../web/api/use-live.ts'
import { QUESTIONS_PAGE_SIZE } from '../contract.ts'
import { filterInput } from './filters/filter-input.ts'
import type { QuestionFilters } from './filters/use-question-filters.ts'

/** Events that change the inbox. */
const INBOX_EVENTS = [
  'question.created',
  'question.deleted',
  'question.changed',
  'question.voted',
  'question.handoff',
  'question.reply',
] as const

/** Interval of reading the counts while questions are snoozed. */
const SNOOZE_CHECK_MS = 60_000

/** One page of the inbox, newest first, kept up to date while visitors ask. */
export function useQuestions(questionFilters: QuestionFilters) {
  const { page, setPage } = questionFilters
  const queryClient = useQueryClient()
  const [arrived, setArrived] = useState(0)
  const listQuery = useQuery(
    api.questions.list.queryOptions({
      input: { page, limit: QUESTIONS_PAGE_SIZE, ...filterInput(questionFilters) },
      placeholderData: keepPreviousData,
      // Questions that arrived while another page was open are not in the cache.
      refetchOnMount: 'always',
    }),
  )
  const viewsQuery = useQuery(
    api.questions.views.queryOptions({
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => ((state.data?.snoozed ?? 0) > 0 ? SNOOZE_CHECK_MS : false),
    }),
  )
  // Snoozed questions return by themselves, without an event.
  const snoozedCount = viewsQuery.data?.snoozed
  const lastSnoozedCount = useRef(snoozedCount)
  useEffect(() => {
    const hasChanged = lastSnoozedCount.current !== undefined && lastSnoozedCount.current !== snoozedCount
    lastSnoozedCount.current = snoozedCount
    if (hasChanged) void queryClient.invalidateQueries({ queryKey: api.questions.list.key() })
  }, [snoozedCount, queryClient])
  useLive(
    INBOX_EVENTS,
    () =>
      Promise.all(
        [api.questions.list, api.questions.views, api.questions.details].map((procedure) =>
          queryClient.invalidateQueries({ queryKey: procedure.key() }),
        ),
      ),
    ({ type }) => {
      if (type === 'question.created') setArrived((arrivedCount) => arrivedCount + 1)
    },
  )

  const { data, isPlaceholderData } = listQuery
  const pageCount = Math.max(1, Math.ceil((data?.total ?? 0) / QUESTIONS_PAGE_SIZE))
  const goToLastPage = useEffectEvent(() => setPage(pageCount, true))
  const isBeyondLastPage = data !== undefined && !isPlaceholderData && page > pageCount
  useEffect(() => {
    if (isBeyondLastPage) goToLastPage()
  }, [isBeyondLastPage])

  return {
    items: data?.items ?? [],
    pageCount,
    /** Number of questions per view without filters; undefined while loading. */
    counts: viewsQuery.data,
    pending: listQuery.isPending || isBeyondLastPage,
    error: listQuery.error,
    errorAt: listQuery.errorUpdatedAt,
    outdated: isPlaceholderData,
    retry: () => void listQuery.refetch(),
    retrying: listQuery.isFetching,
    /** Number of questions since the page was opened. */
    arrived,
  }
}
export type QuestionsShown = ReturnType<typeof useQuestions>
