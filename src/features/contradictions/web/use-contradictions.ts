import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { useListAddress, usePageCount } from '../../../web/list/use-list-address.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { CONTRADICTION_STATES, CONTRADICTIONS_PAGE_SIZE } from '../contract.ts'
import { useLiveContradictions } from './use-live-contradictions.ts'

/** Filters of contradictions, kept in the URL. */
export const useContradictionFilters = () => useListAddress(CONTRADICTION_STATES, 'open')
export type ContradictionFilters = ReturnType<typeof useContradictionFilters>

export function useContradictions({ state, page, setPage }: ContradictionFilters) {
  useLiveContradictions()
  const query = useQuery(
    api.contradictions.list.queryOptions({
      input: { state, page },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  const total = query.isPlaceholderData ? undefined : query.data?.total
  return { query, ...usePageCount({ page, setPage, size: CONTRADICTIONS_PAGE_SIZE, total }) }
}

/** Dismisses and restores contradictions; shows the result with Undo. */
export function useContradictionActions() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.contradictions.key() })
  const showFailure = (fallback: string) => (error: unknown) => toastError(messageOf(error, fallback))
  const restoreMutation = useMutation({
    mutationFn: (id: string) => client.contradictions.restore({ id }),
    onSuccess: () => toast({ message: 'Contradiction shown again' }),
    onError: showFailure('Failed to restore the contradiction'),
    onSettled: refresh,
  })
  const dismissMutation = useMutation({
    mutationFn: (id: string) => client.contradictions.dismiss({ id }),
    onSuccess: (_done, id) =>
      toast({
        message: 'Not shown again until one of the two texts changes',
        action: { label: 'Undo', onAction: () => restoreMutation.mutate(id) },
      }),
    onError: showFailure('Failed to dismiss the contradiction'),
    onSettled: refresh,
  })
  return {
    dismiss: (id: string) => dismissMutation.mutate(id),
    restore: (id: string) => restoreMutation.mutate(id),
    busy: dismissMutation.isPending || restoreMutation.isPending,
  }
}
