import { useMutation } from '@tanstack/react-query'
import { client } from '../../../web/api/api.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { useFaqCache } from './faq-cache.ts'
import { useManyFaqs } from './list/use-many-faqs.ts'
import { useRestore } from './trash/use-trash.ts'

/** Actions on all FAQs of the workspace; each shows its result. Both bulk actions reject after showing an error. */
export function useAllFaqsActions() {
  const cache = useFaqCache()
  const { giveBack } = useManyFaqs()
  const restore = useRestore()
  const archive = useMutation({
    mutationFn: () => client.faqs.archiveAll(),
    onMutate: () => cache.listed().filter(({ status }) => status !== 'archived'),
    onSuccess: (_archived, _nothing, before) =>
      toast({
        message: 'All FAQs archived successfully',
        ...(before.length > 0 && { action: { label: 'Undo', onAction: () => giveBack('archive', before) } }),
      }),
    onError: () => toastError('Failed to archive all FAQs'),
    onSettled: () => cache.invalidate(),
  })
  const removal = useMutation({
    mutationFn: () => client.faqs.deleteAll(),
    onSuccess: ({ deletion_id }) =>
      toast({
        message: 'All FAQs deleted successfully',
        ...(deletion_id && { action: { label: 'Undo', onAction: () => restore.mutate({ deletion_id }) } }),
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
