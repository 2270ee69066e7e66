import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import type { Faq } from '../contract.ts'

type Lists = InfiniteData<{ items: Faq[]; next_cursor: string | null }, string | undefined>

/** The lists of FAQs that the browser holds, whatever their filters. */
export function useFaqCache() {
  const queryClient = useQueryClient()
  const listKey = api.faqs.list.key({ type: 'infinite' })
  const dependents = () => {
    void queryClient.invalidateQueries({ queryKey: api.faqs.categories.key() })
    void queryClient.invalidateQueries({ queryKey: api.workspaces.current.key() })
  }
  const lists = () => queryClient.getQueriesData<Lists>({ queryKey: listKey })

  return {
    /** Changes FAQs before the server has answered; null removes one. The returned function takes it all back. */
    async patch(change: (faq: Faq) => Faq | null): Promise<() => void> {
      await queryClient.cancelQueries({ queryKey: listKey })
      const before = lists()
      queryClient.setQueriesData<Lists>({ queryKey: listKey }, (data) =>
        data?.pages
          ? {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                items: page.items.map(change).filter((faq) => faq !== null),
              })),
            }
          : data,
      )
      return () => {
        for (const [key, data] of before) queryClient.setQueryData(key, data)
      }
    },
    find: (id: string): Faq | undefined =>
      lists()
        .flatMap(([, data]) => data?.pages ?? [])
        .flatMap((page) => page.items)
        .find((faq) => faq.id === id),
    /** Fetches again what depends on FAQs. @throws ApiError when the lists shown cannot be fetched */
    async refresh(): Promise<void> {
      dependents()
      await queryClient.invalidateQueries({ queryKey: listKey }, { throwOnError: true })
    },
    /** The same in the background; a list that fails shows it by itself. */
    invalidate(): void {
      dependents()
      void queryClient.invalidateQueries({ queryKey: listKey })
    },
  }
}
