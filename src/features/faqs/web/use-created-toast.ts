import { useMutation } from '@tanstack/react-query'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { Faq } from '../contract.ts'
import { useFaqCache } from './faq-cache.ts'

/** Shows that a FAQ was created. The toast of a draft offers to publish it, that of a published FAQ shows it. */
export function useCreatedToast() {
  const cache = useFaqCache()
  const { current } = useWorkspace()
  const viewAction = (slug: string) =>
    current && {
      label: 'View on your page',
      onAction: () => void window.open(`${current.public_url}/${slug}`, '_blank', 'noopener'),
    }
  const publishing = useMutation({
    mutationFn: (id: string) => client.faqs.update({ id, status: 'published' }),
    onSuccess: (faq) => {
      cache.saved(faq)
      toast({ message: 'FAQ published successfully', action: viewAction(faq.slug) })
    },
    onError: (error) => toastError(messageOf(error, 'Failed to update FAQ')),
  })
  return ({ id, slug, status }: Pick<Faq, 'id' | 'slug' | 'status'>, message = 'FAQ created successfully') =>
    toast(
      status === 'draft'
        ? {
            title: message,
            message: 'Visitors do not see drafts.',
            action: { label: 'Publish', onAction: () => publishing.mutate(id) },
          }
        : { message, action: status === 'published' ? viewAction(slug) : undefined },
    )
}
