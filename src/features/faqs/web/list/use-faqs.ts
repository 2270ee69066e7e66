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
const FIRST = 60
/** Cache time as specified; events from the server refresh it earlier. */
const STALE_MS = 120 * 60_000
const NONE: ReadonlySet<string> = new Set()

/** The FAQs that match, in the wanted order: all of them, as rows. Filters and sorting need no request but for a text. */
export function useFaqs(filters: FaqFilters, sort: FaqSort) {
  const cache = useFaqCache()
  const all = useQuery({
    queryKey: listedKey(),
    queryFn: ({ signal }) => fetchListed(signal),
    staleTime: STALE_MS,
    gcTime: STALE_MS,
    // Changes of other users while another page was open are not in the cache: it is shown and refetched.
    refetchOnMount: 'always',
  })
  const first = useQuery(
    api.faqs.rows.queryOptions({ input: { limit: FIRST }, enabled: all.isPending, staleTime: STALE_MS }),
  )
  useEvents(['faq.changed'], ({ ids }) => cache.invalidate(ids))

  const text = filters.q.trim()
  const matching = useQuery(
    api.faqs.matching.queryOptions({
      input: { q: text },
      enabled: text !== '',
      staleTime: STALE_MS,
      placeholderData: keepPreviousData,
    }),
  )
  const found = useMemo(() => (text && matching.data ? new Set(matching.data.ids) : NONE), [text, matching.data])

  const { q, category, status } = filters
  const plain = !isFiltered(filters) && sort === null
  // The first rows alone are no base for filters: what matches may come last.
  const known = all.data?.items ?? (plain ? first.data?.items : undefined)
  const items = useMemo(
    () => sortFaqs(filterFaqs(known ?? [], { q, category, status }, found), sort),
    [known, q, category, status, found, sort],
  )
  const searching = text !== '' && (matching.isPending || matching.isPlaceholderData)

  return {
    items,
    /** Total number regardless of filters; undefined while loading. */
    total: all.data?.items.length ?? first.data?.total,
    /** False while only the first of many are there. */
    complete: all.data !== undefined,
    /** Position before anything was loaded. */
    pending: known === undefined || (items.length === 0 && searching),
    error: all.data ? null : all.error,
    errorAt: all.errorUpdatedAt,
    /** True while the matches are not fully known. */
    outdated: searching,
    retrying: all.isFetching,
    retry: () => void all.refetch(),
  }
}

/** The workspace's categories in their order; the specified seven until they are known. */
export const useCategories = (): readonly string[] => useCategoryChoice().items

/** The same with the one that FAQs without a category get. */
export function useCategoryChoice(): { items: readonly string[]; default: string } {
  const { data } = useQuery(api.faqs.categories.queryOptions({ staleTime: STALE_MS }))
  return data ?? { items: CATEGORIES, default: DEFAULT_CATEGORY }
}
