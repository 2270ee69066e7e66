import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { useRefresh } from '../../../web/api/use-refresh.ts'
import { useUrlParameters } from '../../../web/browser/use-url-parameters.ts'
import { CONTENT_PAGE_SIZE, SOURCE_TYPES, type SourceType } from '../contract.ts'

/** The filters of the Content tab, kept in the address. */
export function useContentFilters() {
  const { params, change } = useUrlParameters('page')
  const searchText = (params.get('q') ?? '').slice(0, 200)
  const type = SOURCE_TYPES.find((sourceType) => sourceType === params.get('source')) ?? null
  const page = Math.max(1, Math.min(100_000, Math.trunc(Number(params.get('page'))) || 1))
  return {
    q: searchText,
    type,
    page,
    filtered: Boolean(searchText.trim() || type),
    setQ: (newText: string) => change({ q: newText }, true),
    setType: (nextType: SourceType | null) => change({ source: nextType }),
    setPage: (nextPage: number) => change({ page: nextPage > 1 ? String(nextPage) : null }),
    clear: () => change({ q: null, source: null }),
  }
}
export type ContentFilters = ReturnType<typeof useContentFilters>

/** One page of the content and how much there is of each type, kept up to date while sources and FAQs change. */
export function useContent({ q, type, page }: ContentFilters) {
  const list = useQuery(
    api.knowledge.content.list.queryOptions({
      input: { q: q.trim(), source_type: type ?? undefined, page },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  const stats = useQuery(api.knowledge.content.stats.queryOptions({ refetchOnMount: 'always' }))
  useEvents(['content.changed'], useRefresh(api.knowledge.content.key()))
  return { list, stats, pageCount: Math.max(1, Math.ceil((list.data?.total ?? 0) / CONTENT_PAGE_SIZE)) }
}
