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
    const forget = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey })
    const dependents = (ids: readonly string[]) => {
      forget(api.faqs.categories.key())
      forget(api.faqs.matching.key())
      if (ids.length === 0) forget(api.faqs.get.key())
      for (const id of ids) forget(api.faqs.get.key({ input: { id } }))
      forget(api.workspaces.current.key())
    }
    const listed = (): ListedFaq[] => queryClient.getQueryData(listedKey())?.items ?? []

    const invalidate = (ids: readonly string[]) => {
      dependents(ids)
      faqSync.changed(ids)
    }

    return {
      /** All FAQs as rows, in their order; none before they are loaded. */
      listed,
      find: (id: string): ListedFaq | undefined => listed().find((faq) => faq.id === id),
      /** Fetches again what depends on FAQs. @throws ApiError when the list shown cannot be fetched */
      async refresh(): Promise<void> {
        dependents([])
        await queryClient.invalidateQueries({ queryKey: api.faqs.rows.key() }, { throwOnError: true })
      },
      /** The server has answered a change of these that was shown ahead; `takeBack` are the rows before, if it refused. */
      settled(ids: readonly string[], takeBack?: readonly ListedFaq[]): void {
        faqSync.settled(ids, takeBack)
        dependents(ids.length <= CHANGES_MAX ? ids : [])
      },
      /** The same in the background, after these (none named: any number) changed; a list that fails shows it by itself. */
      invalidate(ids: readonly string[] = []): void {
        invalidate(ids)
      },
      /** The server's response with the saved FAQ: reopening it continues from there. */
      saved(faq: Faq): void {
        replaceData(api.faqs.get.queryKey({ input: { id: faq.id } }), faq)
        invalidate([faq.id])
      },
    }
  }, [queryClient])
}
