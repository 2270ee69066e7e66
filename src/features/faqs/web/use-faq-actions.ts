import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../../../web/api/api.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { Faq, FaqStatus } from '../contract.ts'
import { useFaqCache } from './faq-cache.ts'
import { useRestore } from './use-trash.ts'

interface StatusChange {
  faq: Faq
  to: FaqStatus
}

const isArchiving = ({ faq, to }: StatusChange) => to === 'archived' && faq.status !== 'archived'

/** What can be done to one FAQ in the list. The row changes at once, and changes back if the server refuses. */
export function useFaqActions() {
  const cache = useFaqCache()
  const restore = useRestore()

  const status = useMutation({
    mutationFn: ({ faq, to }: StatusChange) => client.faqs.update({ id: faq.id, status: to }),
    onMutate: ({ faq, to }) => cache.patch((other) => (other.id === faq.id ? { ...other, status: to } : other)),
    onSuccess: (_saved, change) =>
      isArchiving(change)
        ? toast({
            message: 'FAQ archived successfully',
            action: {
              label: 'Undo',
              onAction: () => status.mutate({ faq: { ...change.faq, status: 'archived' }, to: change.faq.status }),
            },
          })
        : toast({ message: 'FAQ updated successfully' }),
    onError: (_error, change, takeBack) => {
      takeBack?.()
      toastError(isArchiving(change) ? 'Failed to archive FAQ' : 'Failed to update FAQ')
    },
    onSettled: () => cache.invalidate(),
  })

  const removal = useMutation({
    mutationFn: ({ id }: { id: string }) => client.faqs.delete({ id }),
    onMutate: ({ id }) => cache.patch((other) => (other.id === id ? null : other)),
    onSuccess: ({ deletion_id }) =>
      toast({
        message: 'FAQ deleted successfully',
        action: { label: 'Undo', onAction: () => restore.mutate({ deletion_id }) },
      }),
    onError: (_error, _faq, takeBack) => {
      takeBack?.()
      toastError('Failed to delete FAQ')
    },
    onSettled: () => cache.invalidate(),
  })

  const { mutate } = status
  const { mutateAsync } = removal
  return useMemo(
    () => ({
      approve: (faq: Faq) => mutate({ faq, to: 'published' }),
      reject: (faq: Faq) => mutate({ faq, to: 'draft' }),
      archive: (faq: Faq) => mutate({ faq, to: 'archived' }),
      restore: (faq: Faq) => mutate({ faq, to: 'draft' }),
      /** @throws ApiError once the person has been told */
      remove: (id: string) => mutateAsync({ id }),
    }),
    [mutate, mutateAsync],
  )
}

/** What can be done to all FAQs of the workspace; each tells how it went. Both bulk actions throw once they have. */
export function useAllFaqsActions() {
  const cache = useFaqCache()
  const restore = useRestore()
  const archive = useMutation({
    mutationFn: () => client.faqs.archiveAll(),
    onSuccess: () => toast({ message: 'All FAQs archived successfully' }),
    onError: () => toastError('Failed to archive all FAQs'),
    onSettled: () => cache.invalidate(),
  })
  const removal = useMutation({
    mutationFn: () => client.faqs.deleteAll(),
    onSuccess: ({ deletion_id }) =>
      toast({
        message: 'All FAQs deleted successfully',
        ...(deletion_id !== null && {
          action: { label: 'Undo', onAction: () => restore.mutate({ deletion_id }) },
        }),
      }),
    onError: () => toastError('Failed to delete all FAQs'),
    onSettled: () => cache.invalidate(),
  })
  const refresh = useMutation({
    mutationFn: () => cache.refresh(),
    onSuccess: () => toast({ message: 'FAQ list refreshed successfully' }),
    onError: () => toastError('Failed to refresh FAQ list'),
  })
  return {
    archiveAll: () => archive.mutateAsync(),
    deleteAll: () => removal.mutateAsync(),
    refresh: () => refresh.mutate(),
  }
}
