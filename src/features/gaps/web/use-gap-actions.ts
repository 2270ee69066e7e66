import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { DismissReason } from '../contract.ts'

/** Actions on gaps; each shows its result with Undo, and rejects after showing an error. */
export function useGapActions() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.gaps.key() })
  const failing = (fallback: string) => (error: unknown) => toastError(messageOf(error, fallback))
  const undo = (act: () => Promise<unknown>) => ({
    label: 'Undo',
    onAction: () => void act().then(refresh, failing('This could not be undone')),
  })

  const merging = useMutation({
    mutationFn: (input: { id: string; into_id: string }) => client.gaps.merge(input),
    onSuccess: (_group, { id }) => toast({ message: 'Gaps merged', action: undo(() => client.gaps.unmerge({ id })) }),
    onError: failing('Failed to merge the gaps'),
    onSettled: refresh,
  })
  const splitting = useMutation({
    mutationFn: (input: { id: string; phrasing_ids: string[] }) => client.gaps.split(input),
    onSuccess: (made, { id, phrasing_ids }) =>
      toast({
        message: `${plural(phrasing_ids.length, 'question')} moved to a new gap`,
        action: undo(() => client.gaps.merge({ id: made.id, into_id: id })),
      }),
    onError: failing('Failed to split the gap'),
    onSettled: refresh,
  })
  const moving = useMutation({
    mutationFn: (input: { id: string; into_id: string; phrasing_ids: string[] }) => client.gaps.movePhrasings(input),
    onSuccess: (_gap, { id, into_id, phrasing_ids }) =>
      toast({
        message: `${plural(phrasing_ids.length, 'question')} moved to another gap`,
        action: undo(() => client.gaps.movePhrasings({ id: into_id, into_id: id, phrasing_ids })),
      }),
    onError: failing('Failed to move the questions'),
    onSettled: refresh,
  })
  const reopening = useMutation({
    mutationFn: (id: string) => client.gaps.reopen({ id }),
    onSuccess: () => toast({ message: 'Gap reopened' }),
    onError: failing('Failed to reopen the gap'),
    onSettled: refresh,
  })
  const dismissing = useMutation({
    mutationFn: (input: { id: string; reason: DismissReason; note: string }) => client.gaps.dismiss(input),
    onSuccess: (_group, { id }) => toast({ message: 'Gap dismissed', action: undo(() => client.gaps.reopen({ id })) }),
    onError: failing('Failed to dismiss the gap'),
    onSettled: refresh,
  })
  const verifying = useMutation({
    mutationFn: (id: string) => client.gaps.verify({ id }),
    onError: failing('Failed to ask the questions again'),
    onSettled: refresh,
  })
  const adding = useMutation({
    mutationFn: (input: { id: string; faq_id: string; phrasing_ids: string[] }) => client.gaps.addAlternatives(input),
    onSuccess: (_group, { phrasing_ids }) =>
      toast({ message: `Added ${plural(phrasing_ids.length, 'alternative')} to the FAQ. Asking again…` }),
    onError: failing('Failed to add to the FAQ'),
    onSettled: refresh,
  })

  return {
    refresh,
    merge: (input: { id: string; into_id: string }) => merging.mutateAsync(input),
    split: (input: { id: string; phrasing_ids: string[] }) => splitting.mutateAsync(input),
    movePhrasings: (input: { id: string; into_id: string; phrasing_ids: string[] }) => moving.mutateAsync(input),
    reopen: (id: string) => reopening.mutate(id),
    dismiss: (input: { id: string; reason: DismissReason; note: string }) => dismissing.mutateAsync(input),
    verify: (id: string) => verifying.mutate(id),
    addAlternatives: (input: { id: string; faq_id: string; phrasing_ids: string[] }) => adding.mutateAsync(input),
    busy:
      merging.isPending ||
      moving.isPending ||
      splitting.isPending ||
      reopening.isPending ||
      adding.isPending ||
      verifying.isPending,
  }
}
export type GapActions = ReturnType<typeof useGapActions>
