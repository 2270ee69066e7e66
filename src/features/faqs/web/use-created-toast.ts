import { useMutation } from '@tanstack/react-query'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { Faq } from '../contract.ts'
import { useFaqCache } from './faq-cache.ts'

/** Shows that a FAQ was created. Visitors do not see a draft, so its toast offers to publish it. */
export function useCreatedToast() {
  const cache = useFaqCache()
  const publishing = useMutation({
    mutationFn: (id: string) => client.faqs.update({ id, status: 'published' }),
    onSuccess: (faq) => {
      cache.saved(faq)
      toast({ message: 'FAQ published successfully' })
    },
    onError: (error) => toastError(messageOf(error, 'Failed to update FAQ')),
  })
  return ({ id, status }: Pick<Faq, 'id' | 'status'>, message = 'FAQ created successfully') =>
    toast({
      message,
      ...(status === 'draft' && { action: { label: 'Publish', onAction: () => publishing.mutate(id) } }),
    })
}
