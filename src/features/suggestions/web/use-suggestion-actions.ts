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
  const refreshSuggestions = () => queryClient.invalidateQueries({ queryKey: api.suggestions.key() })
  const listKey = api.suggestions.list.queryKey()
  const removeFromList = (suggestionIds: readonly string[]) =>
    replaceData(listKey, (suggestionList) =>
      suggestionList
        ? { ...suggestionList, items: suggestionList.items.filter(({ id }) => !suggestionIds.includes(id)) }
        : suggestionList,
    )
  const toastFailure = (fallbackMessage: string) => (requestError: unknown) =>
    toastError(messageOf(requestError, fallbackMessage))

  const acceptMutation = useMutation({
    mutationFn: (options: { ids: string[]; status: SavedAs }) => client.suggestions.accept(options),
    onMutate: ({ ids }) => removeFromList(ids),
    onSuccess: ({ faq_ids, left, limit }, { status }) => {
      toast({ message: addedText(faq_ids.length, status) })
      setLimited(
        limit === null
          ? null
          : `Your plan allows ${limit} FAQs, so ${plural(left, 'suggestion')} could not be added. Upgrade to Pro for unlimited FAQs, or archive some.`,
      )
    },
    onError: (requestError) => {
      if (requestError instanceof ApiError && requestError.kind === 'limit') setLimited(requestError.message)
      else toastFailure('Failed to add the FAQs')(requestError)
    },
    onSettled: refreshSuggestions,
  })
  const restoreMutation = useMutation({
    mutationFn: (suggestionIds: string[]) => client.suggestions.restore({ ids: suggestionIds }),
    onError: toastFailure('This could not be undone'),
    onSettled: refreshSuggestions,
  })
  const dismissMutation = useMutation({
    mutationFn: (suggestionIds: string[]) => client.suggestions.dismiss({ ids: suggestionIds }),
    onMutate: removeFromList,
    onSuccess: (_count, suggestionIds) =>
      toast({
        message:
          suggestionIds.length === 1
            ? 'Suggestion dismissed'
            : `${plural(suggestionIds.length, 'suggestion')} dismissed`,
        action: { label: 'Undo', onAction: () => restoreMutation.mutate(suggestionIds) },
      }),
    onError: toastFailure('Failed to dismiss'),
    onSettled: refreshSuggestions,
  })
  /** Those still in the list: a second click on one that is being added does nothing. */
  const stillListed = (suggestionIds: string[]) => {
    const listedItems = queryClient.getQueryData(listKey)?.items
    return listedItems
      ? suggestionIds.filter((id) => listedItems.some((listedItem) => listedItem.id === id))
      : suggestionIds
  }
  return {
    add: (suggestionIds: string[], status: SavedAs) => {
      const remainingIds = stillListed(suggestionIds)
      if (remainingIds.length > 0) acceptMutation.mutate({ ids: remainingIds, status })
    },
    dismiss: (suggestionIds: string[]) => dismissMutation.mutate(suggestionIds),
    refresh: refreshSuggestions,
    /** Why the plan let no more through. */
    limited,
    busy: acceptMutation.isPending || dismissMutation.isPending,
  }
}
export type SuggestionActions = ReturnType<typeof useSuggestionActions>
