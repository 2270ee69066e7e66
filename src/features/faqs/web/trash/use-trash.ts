import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../../kernel/text.ts'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { useFaqCache } from '../faq-cache.ts'

const PAGE = 50

/** The deleted FAQs that hold this text, newest deletion first. */
export function useTrash(query: string) {
  const queryClient = useQueryClient()
  useEvents(['faq.changed', 'faq.purged'], () => {
    void queryClient.invalidateQueries({ queryKey: api.faqs.trash.key() })
  })
  return useInfiniteQuery(
    api.faqs.trash.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: PAGE, cursor, q: query.trim() || undefined }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
}

/**
 * Some FAQs by id, or all of one deletion, which then go back to where they stood; or of several deletions in the order in
 * which they happened.
 */
export type Restored = { ids: string[] } | { deletion_id: string } | { deletions: string[] }

async function restoreFaqs(wanted: Restored): Promise<{ restored: number }> {
  if (!('deletions' in wanted)) return client.faqs.trash.restore(wanted)
  let restored = 0
  // Places are those of the moment of each deletion: the last one is taken back first.
  for (const deletion_id of wanted.deletions.toReversed())
    restored += (await client.faqs.trash.restore({ deletion_id })).restored
  return { restored }
}

/** Takes FAQs out of the trash: from its page, and as the Undo of deleting them. */
export function useRestore() {
  const cache = useFaqCache()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: restoreFaqs,
    onSuccess: ({ restored }) => toast({ message: `${plural(restored, 'FAQ')} restored` }),
    onError: (error) => toastError(messageOf(error, 'Failed to restore FAQs')),
    onSettled: () => {
      cache.invalidate()
      void queryClient.invalidateQueries({ queryKey: api.faqs.trash.key() })
    },
  })
}

/** Deletes FAQs for good, or all with `null`. Rejects after showing an error. */
export function usePurge() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[] | null) =>
      ids === null ? client.faqs.trash.empty() : client.faqs.trash.delete({ ids }),
    onSuccess: ({ deleted }) => toast({ message: `${plural(deleted, 'FAQ')} deleted permanently` }),
    onError: (error) => toastError(messageOf(error, 'Failed to delete FAQs')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.faqs.trash.key() }),
  })
}
