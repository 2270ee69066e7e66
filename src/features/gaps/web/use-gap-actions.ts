import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { DismissReason } from '../contract.ts'

/** Actions on gaps; each shows its result with Undo, and rejects after showing an error. */
export function useGapActions() {
  const queryClient = useQueryClient()
  const refreshGaps = () => queryClient.invalidateQueries({ queryKey: api.gaps.key() })
  const toastFailure = (fallbackMessage: string) => (requestError: unknown) =>
    toastError(messageOf(requestError, fallbackMessage))
  const undoAction = (undoRequest: () => Promise<unknown>) => ({
    label: 'Undo',
    onAction: () => void undoRequest().then(refreshGaps, toastFailure('This could not be undone')),
  })

  const mergeMutation = useMutation({
    mutationFn: (input: { id: string; into_id: string }) => client.gaps.merge(input),
    onSuccess: (_group, { id }) =>
      toast({ message: 'Gaps merged', action: undoAction(() => client.gaps.unmerge({ id })) }),
    onError: toastFailure('Failed to merge the gaps'),
    onSettled: refreshGaps,
  })
  const splitMutation = useMutation({
    mutationFn: (input: { id: string; phrasing_ids: string[] }) => client.gaps.split(input),
    onSuccess: (createdGap, { id, phrasing_ids }) =>
      toast({
        message: `${plural(phrasing_ids.length, 'question')} moved to a new gap`,
        action: undoAction(() => client.gaps.merge({ id: createdGap.id, into_id: id })),
      }),
    onError: toastFailure('Failed to split the gap'),
    onSettled: refreshGaps,
  })
  const moveMutation = useMutation({
    mutationFn: (input: { id: string; into_id: string; phrasing_ids: string[] }) => client.gaps.movePhrasings(input),
    onSuccess: (_gap, { id, into_id, phrasing_ids }) =>
      toast({
        message: `${plural(phrasing_ids.length, 'question')} moved to another gap`,
        action: undoAction(() => client.gaps.movePhrasings({ id: into_id, into_id: id, phrasing_ids })),
      }),
    onError: toastFailure('Failed to move the questions'),
    onSettled: refreshGaps,
  })
  const reopenMutation = useMutation({
    mutationFn: (gapId: string) => client.gaps.reopen({ id: gapId }),
    onSuccess: () => toast({ message: 'Gap reopened' }),
    onError: toastFailure('Failed to reopen the gap'),
    onSettled: refreshGaps,
  })
  const dismissMutation = useMutation({
    mutationFn: (input: { id: string; reason: DismissReason; note: string }) => client.gaps.dismiss(input),
    onSuccess: (_group, { id }) =>
      toast({ message: 'Gap dismissed', action: undoAction(() => client.gaps.reopen({ id })) }),
    onError: toastFailure('Failed to dismiss the gap'),
    onSettled: refreshGaps,
  })
  const verifyMutation = useMutation({
    mutationFn: (gapId: string) => client.gaps.verify({ id: gapId }),
    onError: toastFailure('Failed to ask the questions again'),
    onSettled: refreshGaps,
  })
  const addMutation = useMutation({
    mutationFn: (input: { id: string; faq_id: string; phrasing_ids: string[] }) => client.gaps.addAlternatives(input),
    onSuccess: (_group, { phrasing_ids }) =>
      toast({ message: `Added ${plural(phrasing_ids.length, 'alternative')} to the FAQ. Asking again…` }),
    onError: toastFailure('Failed to add to the FAQ'),
    onSettled: refreshGaps,
  })

  return {
    refresh: refreshGaps,
    merge: (input: { id: string; into_id: string }) => mergeMutation.mutateAsync(input),
    split: (input: { id: string; phrasing_ids: string[] }) => splitMutation.mutateAsync(input),
    movePhrasings: (input: { id: string; into_id: string; phrasing_ids: string[] }) => moveMutation.mutateAsync(input),
    reopen: (gapId: string) => reopenMutation.mutate(gapId),
    dismiss: (input: { id: string; reason: DismissReason; note: string }) => dismissMutation.mutateAsync(input),
    verify: (gapId: string) => verifyMutation.mutate(gapId),
    addAlternatives: (input: { id: string; faq_id: string; phrasing_ids: string[] }) => addMutation.mutateAsync(input),
    busy:
      mergeMutation.isPending ||
      moveMutation.isPending ||
      splitMutation.isPending ||
      reopenMutation.isPending ||
      addMutation.isPending ||
      verifyMutation.isPending,
  }
}
export type GapActions = ReturnType<typeof useGapActions>
