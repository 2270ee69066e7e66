import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { useLiveQueries } from '../../../web/api/use-live.ts'
import { useListAddress, usePageCount } from '../../../web/list/use-list-address.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { STALE_FAQS_PAGE_SIZE, STALE_REASONS, type StaleFaq } from '../contract.ts'

const HEALTH_EVENTS = [
  'help_health.changed',
  'content.changed',
  'source.changed',
  'contradictions.changed',
  'doubtful_answers.changed',
  'answer_tests.changed',
] as const

export function useHelpHealth() {
  useLiveQueries(HEALTH_EVENTS, api.helpHealth.key())
  return useQuery(api.helpHealth.get.queryOptions({ refetchOnMount: 'always' }))
}

/** The reason and the page, kept in the URL. */
export const useReviewFilters = () => useListAddress(STALE_REASONS, 'down_voted')
export type ReviewFilters = ReturnType<typeof useReviewFilters>

export function useStaleFaqs({ state: reason, page, setPage }: ReviewFilters) {
  const staleFaqsQuery = useQuery(
    api.helpHealth.staleFaqs.queryOptions({
      input: { reason, page },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  const totalStale = staleFaqsQuery.isPlaceholderData ? undefined : staleFaqsQuery.data?.total
  return { query: staleFaqsQuery, ...usePageCount({ page, setPage, size: STALE_FAQS_PAGE_SIZE, total: totalStale }) }
}

/** Notes that a FAQ is still right; shows the result with Undo. */
export function useReview() {
  const queryClient = useQueryClient()
  const refreshHealth = () => queryClient.invalidateQueries({ queryKey: api.helpHealth.key() })
  const reviewMutation = useMutation({
    mutationFn: ({ id, reviewed }: { id: string; reviewed: boolean }) =>
      client.helpHealth.setReviewed({ id, reviewed }),
    onSuccess: (_done, { id, reviewed }) => {
      if (!reviewed) return
      toast({
        message: 'Marked as still right',
        action: { label: 'Undo', onAction: () => reviewMutation.mutate({ id, reviewed: false }) },
      })
    },
    onError: (reviewError) => toastError(messageOf(reviewError, 'Failed to save the review')),
    onSettled: refreshHealth,
  })
  return { review: ({ id }: StaleFaq) => reviewMutation.mutate({ id, reviewed: true }), busy: reviewMutation.isPending }
}
