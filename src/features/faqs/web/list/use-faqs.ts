import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../web/api/api.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import { CATEGORIES, DEFAULT_CATEGORY } from '../../contract.ts'
import { type FaqFilters, filterFaqs, isFiltered } from '../../domain/filter-faqs.ts'
import { type FaqSort, sortFaqs } from '../../domain/sort-faqs.ts'
import { useFaqCache } from '../faq-cache.ts'
import { fetchListed, listedKey } from '../listed-faqs.ts'

/** Shown while the others are on their way: more than fit on a screen. */
const FIRST_PAGE = 60
/** Cache time as specified; events from the server refresh it earlier. */
const STALE_MS = 120 * 60_000
const NO_IDS: ReadonlySet<string> = new Set()

/** The FAQs that match, in the wanted order: all of them, as rows. Filters and sorting need no request but for a text. */
export function useFaqs(faqFilters: FaqFilters, faqSort: FaqSort) {
  const faqCache = useFaqCache()
  const allFaqs = useQuery({
    queryKey: listedKey(),
    queryFn: ({ signal }) => fetchListed(signal),
    staleTime: STALE_MS,
    gcTime: STALE_MS,
    // Changes of other users while another page was open are not in the cache: it is shown and refetched.
    refetchOnMount: 'always',
  })
  const firstFaqs = useQuery(
    api.faqs.rows.queryOptions({ input: { limit: FIRST_PAGE }, enabled: allFaqs.isPending, staleTime: STALE_MS }),
  )
  useEvents(['faq.changed'], ({ ids }) => faqCache.invalidate(ids))

  const searchText = faqFilters.q.trim()
  const matching = useQuery(
    api.faqs.matching.queryOptions({
      input: { q: searchText },
      enabled: searchText !== '',
      staleTime: STALE_MS,
      placeholderData: keepPreviousData,
    }),
  )
  const foundIds = useMemo(
    () => (searchText && matching.data ? new Set(matching.data.ids) : NO_IDS),
    [searchText, matching.data],
  )

  const { q, category, status } = faqFilters
  const isPlainList = !isFiltered(faqFilters) && faqSort === null
  // The first rows alone are no base for filters: what matches may come last.
  const knownFaqs = allFaqs.data?.items ?? (isPlainList ? firstFaqs.data?.items : undefined)
  const shownFaqs = useMemo(
    () => sortFaqs(filterFaqs(knownFaqs ?? [], { q, category, status }, foundIds), faqSort),
    [knownFaqs, q, category, status, foundIds, faqSort],
  )
  const searching = searchText !== '' && (matching.isPending || matching.isPlaceholderData)

  return {
    items: shownFaqs,
    /** Total number regardless of filters; undefined while loading. */
    total: allFaqs.data?.items.length ?? firstFaqs.data?.total,
    /** False while only the first of many are there. */
    complete: allFaqs.data !== undefined,
    /** Position before anything was loaded. */
    pending: knownFaqs === undefined || (shownFaqs.length === 0 && searching),
    error: allFaqs.data ? null : allFaqs.error,
    errorAt: allFaqs.errorUpdatedAt,
    /** True while the matches are not fully known. */
    outdated: searching,
    retrying: allFaqs.isFetching,
    retry: () => void allFaqs.refetch(),
  }
}

/** The workspace's categories in their order; the specified seven until they are known. */
export const useCategories = (): readonly string[] => useCategoryChoice().items

/** The same with the one that FAQs without a category get. */
export function useCategoryChoice(): { items: readonly string[]; default: string } {
  const { data } = useQuery(api.faqs.categories.queryOptions({ staleTime: STALE_MS }))
  return data ?? { items: CATEGORIES, default: DEFAULT_CATEGORY }
}
