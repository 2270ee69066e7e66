import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { replaceData } from '../../../web/api/query-client.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { SavedAs } from '../contract.ts'
import { addedText } from './suggestion-words.ts'

/** Actions on suggestions; they leave the list at once and come back when the server refuses. */
export function useSuggestionActions() {
  const queryClient = useQueryClient()
  const [limited, setLimited] = useState<string | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.suggestions.key() })
  const listKey = api.suggestions.list.queryKey()
  const takeOut = (ids: readonly string[]) =>
    replaceData(listKey, (list) => (list ? { ...list, items: list.items.filter(({ id }) => !ids.includes(id)) } : list))
  const failing = (fallback: string) => (error: unknown) => toastError(messageOf(error, fallback))

  const adding = useMutation({
    mutationFn: (options: { ids: string[]; status: SavedAs }) => client.suggestions.accept(options),
    onMutate: ({ ids }) => takeOut(ids),
    onSuccess: ({ faq_ids, left, limit }, { status }) => {
      toast({ message: addedText(faq_ids.length, status) })
      setLimited(
        limit === null
          ? null
          : `Your plan allows ${limit} FAQs, so ${plural(left, 'suggestion')} could not be added. Upgrade to Pro for unlimited FAQs, or archive some.`,
      )
    },
    onError: (error) => {
      if (error instanceof ApiError && error.kind === 'limit') setLimited(error.message)
      else failing('Failed to add the FAQs')(error)
    },
    onSettled: refresh,
  })
  const restoring = useMutation({
    mutationFn: (ids: string[]) => client.suggestions.restore({ ids }),
    onError: failing('This could not be undone'),
    onSettled: refresh,
  })
  const dismissing = useMutation({
    mutationFn: (ids: string[]) => client.suggestions.dismiss({ ids }),
    onMutate: takeOut,
    onSuccess: (_count, ids) =>
      toast({
        message: ids.length === 1 ? 'Suggestion dismissed' : `${plural(ids.length, 'suggestion')} dismissed`,
        action: { label: 'Undo', onAction: () => restoring.mutate(ids) },
      }),
    onError: failing('Failed to dismiss'),
    onSettled: refresh,
  })
  /** Those still in the list: a second click on one that is being added does nothing. */
  const waiting = (ids: string[]) => {
    const items = queryClient.getQueryData(listKey)?.items
    return items ? ids.filter((id) => items.some((item) => item.id === id)) : ids
  }
  return {
    add: (ids: string[], status: SavedAs) => {
      const remaining = waiting(ids)
      if (remaining.length > 0) adding.mutate({ ids: remaining, status })
    },
    dismiss: (ids: string[]) => dismissing.mutate(ids),
    refresh,
    /** Why the plan let no more through. */
    limited,
    busy: adding.isPending || dismissing.isPending,
  }
}
export type SuggestionActions = ReturnType<typeof useSuggestionActions>
