import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { useListAddress, usePageCount } from '../../../web/list/use-list-address.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { DOUBTFUL_ANSWERS_PAGE_SIZE, DOUBTFUL_STATES, type DoubtfulAnswer, type DoubtfulState } from '../contract.ts'
import { useLiveDoubtfulAnswers } from './use-live-doubtful-answers.ts'

/** Sources that are blocked for a question have a tab beside the states of answers. */
export const SHOWN_TABS = [...DOUBTFUL_STATES, 'blocked'] as const

/** The tab and the page, kept in the URL. */
export const useDoubtfulFilters = () => useListAddress(SHOWN_TABS, 'open')
export type DoubtfulFilters = ReturnType<typeof useDoubtfulFilters>

export function useDoubtfulAnswers({ page, setPage }: DoubtfulFilters, state: DoubtfulState) {
  const answersQuery = useQuery(
    api.doubtfulAnswers.list.queryOptions({
      input: { state, page },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  const totalAnswers = answersQuery.isPlaceholderData ? undefined : answersQuery.data?.total
  return {
    query: answersQuery,
    ...usePageCount({ page, setPage, size: DOUBTFUL_ANSWERS_PAGE_SIZE, total: totalAnswers }),
  }
}

/** Numbers for the tabs; undefined while they are loading. */
export function useDoubtfulCounts(): Record<(typeof SHOWN_TABS)[number], number> | undefined {
  useLiveDoubtfulAnswers()
  const { data: answers } = useQuery(
    api.doubtfulAnswers.list.queryOptions({ input: { state: 'open', page: 1, limit: 1 } }),
  )
  const { data: blocked } = useQuery(api.doubtfulAnswers.blockedSources.queryOptions())
  return answers && blocked && { ...answers.counts, blocked: blocked.items.length }
}

/** Actions on doubtful answers; each shows its result. */
export function useDoubtfulActions() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refreshAnswers = () => queryClient.invalidateQueries({ queryKey: api.doubtfulAnswers.key() })
  const toastFailure = (fallback: string) => (requestError: unknown) => toastError(messageOf(requestError, fallback))
  const reopening = useMutation({
    mutationFn: (id: string) => client.doubtfulAnswers.reopen({ id }),
    onSuccess: () => toast({ message: 'Answer reopened' }),
    onError: toastFailure('Failed to reopen the answer'),
    onSettled: refreshAnswers,
  })
  const markRightMutation = useMutation({
    mutationFn: ({ id }: DoubtfulAnswer) => client.doubtfulAnswers.markRight({ id }),
    onSuccess: (_answer, { question_id }) =>
      toast({
        message: 'Marked as right. An answer test can check that it stays so.',
        action: {
          label: 'Save as answer test',
          onAction: () => void navigate(`/messages/answer-tests?question=${question_id}`),
        },
      }),
    onError: toastFailure('Failed to mark the answer as right'),
    onSettled: refreshAnswers,
  })
  const unblocking = useMutation({
    mutationFn: (id: string) => client.doubtfulAnswers.unblock({ id }),
    onSuccess: () => toast({ message: 'The source can answer this question again' }),
    onError: toastFailure('Failed to unblock the source'),
    onSettled: refreshAnswers,
  })
  const blocking = useMutation({
    mutationFn: (input: { id: string; source_id: string }) => client.doubtfulAnswers.block(input),
    onSuccess: ({ id, title }) =>
      toast({
        message: `“${title}” no longer answers this question`,
        action: { label: 'Undo', onAction: () => unblocking.mutate(id) },
      }),
    onError: toastFailure('Failed to block the source'),
    onSettled: refreshAnswers,
  })
  return {
    refresh: refreshAnswers,
    reopen: (id: string) => reopening.mutate(id),
    markRight: (answer: DoubtfulAnswer) => markRightMutation.mutate(answer),
    block: (input: { id: string; source_id: string }) => blocking.mutate(input),
    unblock: (id: string) => unblocking.mutate(id),
    busy: reopening.isPending || markRightMutation.isPending || blocking.isPending || unblocking.isPending,
  }
}
export type DoubtfulActions = ReturnType<typeof useDoubtfulActions>
