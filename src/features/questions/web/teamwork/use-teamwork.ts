import { useMutation } from '@tanstack/react-query'
import { format } from 'date-fns'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { useQuestionCache } from '../question-cache.ts'

type SnoozeChange = { id: string; until: string | null; undoing?: boolean }

/** Assigns, snoozes and comments on questions; each shows its failure. */
export function useTeamwork() {
  const questionCache = useQuestionCache()
  const assignMutation = useMutation({
    mutationFn: (assignInput: { id: string; assignee_id: string | null }) => client.questions.assign(assignInput),
    onError: (assignError) => toastError(messageOf(assignError, 'Failed to assign the message')),
    onSettled: questionCache.refresh,
  })
  const snoozeMutation = useMutation({
    mutationFn: ({ id, until }: SnoozeChange) => client.questions.snooze({ id, until }),
    onSuccess: (_saved, { id, until, undoing }) => {
      if (undoing) return
      toast({
        message: until ? `Snoozed until ${format(new Date(until), 'EEE, MMM d, p')}` : 'No longer snoozed',
        ...(until && {
          action: { label: 'Undo', onAction: () => snoozeMutation.mutate({ id, until: null, undoing: true }) },
        }),
      })
    },
    onError: (snoozeError) => toastError(messageOf(snoozeError, 'Failed to snooze the message')),
    onSettled: questionCache.refresh,
  })
  const addNoteMutation = useMutation({
    mutationFn: (noteInput: { id: string; text: string }) => client.questions.notes.add(noteInput),
    onError: (noteError) => toastError(messageOf(noteError, 'Failed to save the note')),
    onSettled: questionCache.refresh,
  })
  const removeNoteMutation = useMutation({
    mutationFn: (removeInput: { id: string; note_id: string }) => client.questions.notes.delete(removeInput),
    onSuccess: () => toast({ message: 'Note deleted' }),
    onError: (removeError) => toastError(messageOf(removeError, 'Failed to delete the note')),
    onSettled: questionCache.refresh,
  })
  return {
    assign: (questionId: string, assignee_id: string | null) => assignMutation.mutate({ id: questionId, assignee_id }),
    snooze: (questionId: string, snoozedUntil: Date | null) =>
      snoozeMutation.mutate({ id: questionId, until: snoozedUntil?.toISOString() ?? null }),
    noting: addNoteMutation,
    removeNote: (questionId: string, note_id: string) => removeNoteMutation.mutateAsync({ id: questionId, note_id }),
  }
}
