import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../web/api/api.ts'
import { replaceData } from '../../../web/api/query-client.ts'
import { CHANGES_MAX, type Faq, type ListedFaq } from '../contract.ts'
import { faqSync } from './faq-sync.ts'
import { listedKey } from './listed-faqs.ts'

/** Cached FAQs of the workspace. */
export function useFaqCache() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const invalidateQuery = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey })
    const dependents = (changedIds: readonly string[]) => {
      invalidateQuery(api.faqs.categories.key())
      invalidateQuery(api.faqs.matching.key())
      if (changedIds.length === 0) invalidateQuery(api.faqs.get.key())
      for (const faqId of changedIds) invalidateQuery(api.faqs.get.key({ input: { id: faqId } }))
      invalidateQuery(api.workspaces.current.key())
    }
    const listedFaqs = (): ListedFaq[] => queryClient.getQueryData(listedKey())?.items ?? []

    const invalidateFaqs = (changedIds: readonly string[]) => {
      dependents(changedIds)
      faqSync.changed(changedIds)
    }

    return {
      /** All FAQs as rows, in their order; none before they are loaded. */
      listed: listedFaqs,
      find: (faqId: string): ListedFaq | undefined => listedFaqs().find((faq) => faq.id === faqId),
      /** Fetches again what depends on FAQs. @throws ApiError when the list shown cannot be fetched */
      async refresh(): Promise<void> {
        dependents([])
        await queryClient.invalidateQueries({ queryKey: api.faqs.rows.key() }, { throwOnError: true })
      },
      /** The server has answered a change of these that was shown ahead; `takeBack` are the rows before, if it refused. */
      settled(changedIds: readonly string[], takeBack?: readonly ListedFaq[]): void {
        faqSync.settled(changedIds, takeBack)
        dependents(changedIds.length <= CHANGES_MAX ? changedIds : [])
      },
      /** The same in the background, after these (none named: any number) changed; a list that fails shows it by itself. */
      invalidate(changedIds: readonly string[] = []): void {
        invalidateFaqs(changedIds)
      },
      /** The server's response with the saved FAQ: reopening it continues from there. */
      saved(faq: Faq): void {
        replaceData(api.faqs.get.queryKey({ input: { id: faq.id } }), faq)
        invalidateFaqs([faq.id])
      },
    }
  }, [queryClient])
}
