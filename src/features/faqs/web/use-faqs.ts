import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { CATEGORIES, DEFAULT_CATEGORY } from '../contract.ts'
import { type FaqSort, sortFaqs } from '../domain/sort-faqs.ts'
import { useFaqCache } from './faq-cache.ts'
import type { FaqFilters } from './use-faq-filters.ts'

const PAGE = 200
/** As specified; an event from the server brings anything that changes sooner. */
const STALE_MS = 120 * 60_000

/**
 * The FAQs that match, in the wanted order. Up to 200 are shown at first and 200 more at a time; sorting by a column
 * fetches all pages, since the first row may come from the last one.
 * @param wanted the id of a FAQ that must be among those shown, if it exists
 */
export function useFaqs(filters: FaqFilters, sort: FaqSort, wanted: string | null) {
  const cache = useFaqCache()
  const { q, category, status } = filters
  const query = useInfiniteQuery(
    api.faqs.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: PAGE,
        cursor,
        q: q.trim() || undefined,
        category: category ?? undefined,
        status: status ?? undefined,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      staleTime: STALE_MS,
      // What others changed while another page was open is not in the cache: it is shown, and fetched again.
      refetchOnMount: 'always',
      placeholderData: keepPreviousData,
    }),
  )
  useEvents(['faq.changed'], () => cache.invalidate())

  const listKey = JSON.stringify([q, category, status, sort])
  const [window, setWindow] = useState({ listKey, size: PAGE })
  const size = window.listKey === listKey ? window.size : PAGE

  const sorted = useMemo(() => {
    // A row whose status was just changed leaves a list that is filtered by status at once.
    const items = query.data?.pages.flatMap((page) => page.items).filter((faq) => !status || faq.status === status)
    return sortFaqs(items ?? [], sort)
  }, [query.data, status, sort])
  const position = wanted === null ? -1 : sorted.findIndex((faq) => faq.id === wanted)
  const items = sorted.slice(0, Math.max(size, position + 1))

  const { hasNextPage, isFetchingNextPage, isPlaceholderData } = query
  const missing = sort !== null || items.length < size || (wanted !== null && position < 0)
  const fetchMore = useEffectEvent(() => void query.fetchNextPage({ cancelRefetch: false }))
  useEffect(() => {
    if (missing && hasNextPage && !isFetchingNextPage && !isPlaceholderData) fetchMore()
  }, [missing, hasNextPage, isFetchingNextPage, isPlaceholderData])

  return {
    items,
    /** Where the reader is before anything was ever loaded. */
    pending: query.isPending,
    error: query.error,
    errorAt: query.errorUpdatedAt,
    /** The rows still belong to the filters before; new ones are on their way. */
    outdated: isPlaceholderData,
    retrying: query.isFetching,
    retry: () => void query.refetch(),
    loadingMore: isFetchingNextPage,
    hasMore: hasNextPage || sorted.length > items.length,
    showMore: () => setWindow({ listKey, size: items.length + PAGE }),
  }
}

/** The workspace's categories in their order; the specified seven until they are known. */
export const useCategories = (): readonly string[] => useCategoryChoice().items

/** The same with the one that FAQs without a category get. */
export function useCategoryChoice(): { items: readonly string[]; default: string } {
  const { data } = useQuery(api.faqs.categories.queryOptions({ staleTime: STALE_MS }))
  return data ?? { items: CATEGORIES, default: DEFAULT_CATEGORY }
}
