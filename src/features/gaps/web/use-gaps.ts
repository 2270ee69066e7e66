import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useListAddress, usePageCount } from '../../../web/list/use-list-address.ts'
import { GAP_STATES, GAPS_PAGE_SIZE } from '../contract.ts'
import { useLiveGaps } from './use-live-gaps.ts'

/** Filters of gaps, kept in the URL. */
export const useGapFilters = () => useListAddress(GAP_STATES, 'open')
export type GapFilters = ReturnType<typeof useGapFilters>

export function useGaps({ state, page, setPage }: GapFilters) {
  useLiveGaps()
  const gapsQuery = useQuery(
    api.gaps.list.queryOptions({
      input: { state, page },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  const totalGaps = gapsQuery.isPlaceholderData ? undefined : gapsQuery.data?.total
  return { query: gapsQuery, ...usePageCount({ page, setPage, size: GAPS_PAGE_SIZE, total: totalGaps }) }
}
