import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { GROUP_STATES, GROUPS_PAGE_SIZE, type GroupState } from '../contract.ts'
import { useLiveGaps } from './use-live-gaps.ts'

/** Which gaps are shown stands in the address. */
export function useGapFilters() {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('state')
  const state: GroupState = GROUP_STATES.find((one) => one === wanted) ?? 'open'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const change = (next: { state: GroupState; page: number }) =>
    setSearch({
      ...(next.state !== 'open' && { state: next.state }),
      ...(next.page > 1 && { page: String(next.page) }),
    })
  return {
    state,
    page,
    setState: (chosen: GroupState) => change({ state: chosen, page: 1 }),
    setPage: (chosen: number) => change({ state, page: chosen }),
  }
}
export type GapFilters = ReturnType<typeof useGapFilters>

export function useGaps({ state, page }: GapFilters) {
  useLiveGaps()
  const query = useQuery(
    api.loop.list.queryOptions({
      input: { state, page },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  return { query, pageCount: Math.max(1, Math.ceil((query.data?.total ?? 0) / GROUPS_PAGE_SIZE)) }
}
