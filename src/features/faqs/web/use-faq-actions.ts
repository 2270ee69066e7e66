import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../../../web/api/api.ts'
import { ApiError } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { FaqStatus, ListedFaq } from '../contract.ts'
import { moveInOrder } from '../domain/place-faqs.ts'
import { useFaqCache } from './faq-cache.ts'
import { faqSync } from './faq-sync.ts'
import { useRestore } from './trash/use-trash.ts'

interface StatusChange {
  faq: ListedFaq
  to: FaqStatus
  /** A change that takes another one back offers no way back itself. */
  undoing?: boolean
}

interface Move {
  faq: ListedFaq
  position: number
  /** A move that takes another one back offers no way back itself. */
  undoing?: boolean
}

const isArchiving = ({ faq, to }: StatusChange) => to === 'archived' && faq.status !== 'archived'

/** Names of status changes. */
function changeText(change: StatusChange): string {
  if (change.undoing) return 'FAQ updated successfully'
  if (isArchiving(change)) return 'FAQ archived successfully'
  if (change.to === 'published') return 'FAQ published successfully'
  return change.faq.status === 'published' ? 'FAQ unpublished successfully' : 'FAQ restored as a draft'
}

/** Actions on one FAQ in the list. The row changes at once, and is restored when the server refuses. */
export function useFaqActions() {
  const cache = useFaqCache()
  const restore = useRestore()
  const settled = (id: string, takeBack?: ListedFaq) => cache.settled([id], takeBack && [takeBack])

  const status = useMutation({
    mutationFn: ({ faq, to }: StatusChange) => client.faqs.update({ id: faq.id, status: to }),
    onMutate: ({ faq, to }) =>
      faqSync.show((faqs) => faqs.map((other) => (other.id === faq.id ? { ...other, status: to } : other))),
    onSuccess: (_saved, change) => {
      const { faq, to, undoing } = change
      toast({
        message: changeText(change),
        ...(!undoing && {
          action: {
            label: 'Undo',
            onAction: () => status.mutate({ faq: { ...faq, status: to }, to: faq.status, undoing: true }),
          },
        }),
      })
    },
    onError: (error, change) => {
      if (error instanceof ApiError && error.code === 'faq.needs_answer') toastError(error.message)
      else toastError(isArchiving(change) ? 'Failed to archive FAQ' : 'Failed to update FAQ')
    },
    onSettled: (_saved, error, { faq }) => settled(faq.id, error ? faq : undefined),
  })

  const order = useMutation({
    mutationFn: ({ faq, position }: Move) => client.faqs.reorder({ id: faq.id, position }),
    onMutate: ({ faq, position }) => faqSync.show((faqs) => moveInOrder(faqs, faq.id, position)),
    onSuccess: (_moved, { faq, undoing }) =>
      toast({
        message: 'FAQ order updated successfully',
        ...(!undoing && {
          action: {
            label: 'Undo',
            onAction: () => order.mutate({ faq, position: faq.display_order, undoing: true }),
          },
        }),
      }),
    onError: () => toastError('Failed to update FAQ order'),
    onSettled: (_moved, error, { faq }) => settled(faq.id, error ? faq : undefined),
  })

  const removal = useMutation({
    mutationFn: ({ id }: { id: string }) => client.faqs.delete({ id }),
    onMutate: async ({ id }) => {
      const before = cache.find(id)
      await faqSync.show((faqs) => faqs.filter((other) => other.id !== id))
      return before
    },
    onSuccess: ({ deletion_id }) =>
      toast({
        message: 'FAQ deleted successfully',
        action: { label: 'Undo', onAction: () => restore.mutate({ deletion_id }) },
      }),
    onError: () => toastError('Failed to delete FAQ'),
    onSettled: (_deleted, error, { id }, before) => settled(id, error ? before : undefined),
  })

  const { mutate: setStatus } = status
  const { mutate: reorder } = order
  const { mutateAsync: remove } = removal
  return useMemo(
    () => ({
      publish: (faq: ListedFaq) => setStatus({ faq, to: 'published' }),
      unpublish: (faq: ListedFaq) => setStatus({ faq, to: 'draft' }),
      archive: (faq: ListedFaq) => setStatus({ faq, to: 'archived' }),
      restore: (faq: ListedFaq) => setStatus({ faq, to: 'draft' }),
      /** @param position among all FAQs, 1..n */
      moveTo: (faq: ListedFaq, position: number) => reorder({ faq, position }),
      /** @throws ApiError after showing the error */
      remove: (id: string) => remove({ id }),
    }),
    [setStatus, reorder, remove],
  )
}
