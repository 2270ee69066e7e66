import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { useRefresh } from '../../../web/api/use-refresh.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { Source } from '../contract.ts'
import type { LedgerFilters } from './use-ledger-filters.ts'

const PAGE_SIZE = 50

/** The rows of the ledger, newest first, as they change. */
export function useLedger({ q, kind, state, website }: LedgerFilters) {
  const sourcesQuery = useInfiniteQuery(
    api.knowledge.sources.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: PAGE_SIZE,
        cursor,
        q: q.trim() || undefined,
        kind: kind ?? undefined,
        state: state ?? undefined,
        website_id: website ?? undefined,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (lastPage) => lastPage.next_cursor ?? undefined,
      refetchOnMount: 'always',
      placeholderData: keepPreviousData,
    }),
  )
  useEvents(['source.changed'], useRefresh(api.knowledge.sources.key()))
  return { ...sourcesQuery, items: sourcesQuery.data?.pages.flatMap((loadedPage) => loadedPage.items) ?? [] }
}

/** Actions for reading again and removing; each shows its result, and rejects after showing an error. */
export function useSourceActions() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  const retryMutation = useMutation({
    mutationFn: ({ id }: Source) => client.knowledge.retrySource({ id }),
    onError: (actionError) => toastError(messageOf(actionError)),
    onSettled: refresh,
  })
  const wholeMutation = useMutation({
    mutationFn: ({ id, read_whole }: Source) => client.knowledge.retrySource({ id, whole: !read_whole }),
    onSuccess: () => toast({ message: 'The page is being read again.' }),
    onError: (actionError) => toastError(messageOf(actionError)),
    onSettled: refresh,
  })
  const removeMutation = useMutation({
    mutationFn: ({ id }: Source) => client.knowledge.deleteSource({ id }),
    onSuccess: () => toast({ message: '1 item deleted successfully.' }),
    onError: () => toastError('Failed to delete content.'),
    onSettled: refresh,
  })
  return { retry: retryMutation.mutate, toggleWhole: wholeMutation.mutate, remove: removeMutation.mutateAsync }
}
