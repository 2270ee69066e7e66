import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import {
  CONTRADICTION_STATES,
  CONTRADICTIONS_PAGE_SIZE,
  type ContradictionState,
} from '../../contract/contradictions.ts'
import { useLiveContradictions } from './use-live-contradictions.ts'

/** Which contradictions are shown stands in the address. */
export function useContradictionFilters() {
  const [search, setSearch] = useSearchParams()
  const state: ContradictionState = CONTRADICTION_STATES.find((one) => one === search.get('state')) ?? 'open'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const change = (next: { state: ContradictionState; page: number }) =>
    setSearch({
      ...(next.state !== 'open' && { state: next.state }),
      ...(next.page > 1 && { page: String(next.page) }),
    })
  return {
    state,
    page,
    setState: (chosen: ContradictionState) => change({ state: chosen, page: 1 }),
    setPage: (chosen: number) => change({ state, page: chosen }),
  }
}
export type ContradictionFilters = ReturnType<typeof useContradictionFilters>

export function useContradictions({ state, page }: ContradictionFilters) {
  useLiveContradictions()
  const query = useQuery(
    api.loop.contradictions.list.queryOptions({
      input: { state, page },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  return { query, pageCount: Math.max(1, Math.ceil((query.data?.total ?? 0) / CONTRADICTIONS_PAGE_SIZE)) }
}

/** Puts contradictions away and brings them back; tells how it went, and offers the way back. */
export function useContradictionActions() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.loop.contradictions.key() })
  const failed = (fallback: string) => (error: unknown) => toastError(messageOf(error, fallback))
  const restoring = useMutation({
    mutationFn: (id: string) => client.loop.contradictions.restore({ id }),
    onSuccess: () => toast({ message: 'Contradiction shown again' }),
    onError: failed('Failed to bring it back'),
    onSettled: refresh,
  })
  const dismissing = useMutation({
    mutationFn: (id: string) => client.loop.contradictions.dismiss({ id }),
    onSuccess: (_done, id) =>
      toast({
        message: 'Not shown again until one of the two texts changes',
        action: { label: 'Undo', onAction: () => restoring.mutate(id) },
      }),
    onError: failed('Failed to dismiss it'),
    onSettled: refresh,
  })
  return {
    dismiss: (id: string) => dismissing.mutate(id),
    restore: (id: string) => restoring.mutate(id),
    busy: dismissing.isPending || restoring.isPending,
  }
}
