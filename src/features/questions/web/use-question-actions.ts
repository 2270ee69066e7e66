import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { ApiError } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { useFaqCache } from '../../faqs/web/index.ts'

/** Deleting and moving; each tells how it went, and throws once it has told of a failure. */
export function useQuestionActions() {
  const queryClient = useQueryClient()
  const faqs = useFaqCache()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: api.questions.list.key() }),
      queryClient.invalidateQueries({ queryKey: api.questions.unread.key() }),
    ])

  const removal = useMutation({
    mutationFn: (id: string) => client.questions.delete({ id }),
    onSuccess: () => toast({ message: 'Message deleted successfully' }),
    onError: () => toastError('Failed to delete message'),
    onSettled: refresh,
  })
  const clearing = useMutation({
    mutationFn: () => client.questions.deleteAll(),
    onSuccess: () => toast({ message: 'All messages deleted successfully' }),
    onError: () => toastError('Failed to delete all messages'),
    onSettled: refresh,
  })
  const moving = useMutation({
    mutationFn: () => client.questions.moveAllToFaqs(),
    onSuccess: ({ moved }) => {
      toast({ message: `Moved ${plural(moved, 'message')} to FAQs` })
      faqs.invalidate()
    },
    onError: (error) => {
      const reason = error instanceof ApiError && error.kind === 'limit' ? `. ${error.message}` : ''
      toastError(`Failed to move messages to FAQs${reason}`)
    },
  })
  return {
    remove: (id: string) => removal.mutateAsync(id),
    deleteAll: () => clearing.mutateAsync(),
    moveAll: () => moving.mutateAsync(),
  }
}
