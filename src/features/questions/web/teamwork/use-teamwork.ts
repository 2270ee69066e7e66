import { useMutation } from '@tanstack/react-query'
import { format } from 'date-fns'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { useQuestionCache } from '../question-cache.ts'

type Snoozing = { id: string; until: string | null; undoing?: boolean }

/** Assigns, snoozes and comments on questions; each shows its failure. */
export function useTeamwork() {
  const cache = useQuestionCache()
  const assigning = useMutation({
    mutationFn: (input: { id: string; assignee_id: string | null }) => client.questions.assign(input),
    onError: (error) => toastError(messageOf(error, 'Failed to assign the message')),
    onSettled: cache.refresh,
  })
  const snoozing = useMutation({
    mutationFn: ({ id, until }: Snoozing) => client.questions.snooze({ id, until }),
    onSuccess: (_saved, { id, until, undoing }) => {
      if (undoing) return
      toast({
        message: until ? `Snoozed until ${format(new Date(until), 'EEE, MMM d, p')}` : 'No longer snoozed',
        ...(until && {
          action: { label: 'Undo', onAction: () => snoozing.mutate({ id, until: null, undoing: true }) },
        }),
      })
    },
    onError: (error) => toastError(messageOf(error, 'Failed to snooze the message')),
    onSettled: cache.refresh,
  })
  const noting = useMutation({
    mutationFn: (input: { id: string; text: string }) => client.questions.notes.add(input),
    onError: (error) => toastError(messageOf(error, 'Failed to save the note')),
    onSettled: cache.refresh,
  })
  const removing = useMutation({
    mutationFn: (input: { id: string; note_id: string }) => client.questions.notes.delete(input),
    onSuccess: () => toast({ message: 'Note deleted' }),
    onError: (error) => toastError(messageOf(error, 'Failed to delete the note')),
    onSettled: cache.refresh,
  })
  return {
    assign: (id: string, assignee_id: string | null) => assigning.mutate({ id, assignee_id }),
    snooze: (id: string, until: Date | null) => snoozing.mutate({ id, until: until?.toISOString() ?? null }),
    noting,
    removeNote: (id: string, note_id: string) => removing.mutateAsync({ id, note_id }),
  }
}
