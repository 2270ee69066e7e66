import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Page and state filter of a list, kept in the URL; `unsaid` is the default state. */
export function useListAddress<S extends string>(states: readonly S[], defaultState: S) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('state')
  const state = states.find((one) => one === wanted) ?? defaultState
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const change = (next: { state: S; page: number }, replace: boolean) =>
    setParams(
      {
        ...(next.state !== defaultState && { state: next.state }),
        ...(next.page > 1 && { page: String(next.page) }),
      },
      { replace },
    )
  return {
    state,
    page,
    params,
    setParams,
    setState: (chosen: S) => change({ state: chosen, page: 1 }, false),
    setPage: (chosen: number, replace = false) => change({ state, page: chosen }, replace),
  }
}

interface Paged {
  page: number
  setPage: (page: number, replace: boolean) => void
  /** Number of rows per page. */
  size: number
  /** Total number of rows; undefined while loading. */
  total: number | undefined
}

/** Number of pages. A page beyond the last one is replaced by the last one; `beyond` is true until then. */
export function usePageCount({ page, setPage, size, total }: Paged): { pageCount: number; beyond: boolean } {
  const pageCount = Math.max(1, Math.ceil((total ?? 0) / size))
  const beyond = total !== undefined && page > pageCount
  const goToLast = useEffectEvent(() => setPage(pageCount, true))
  useEffect(() => {
    if (beyond) goToLast()
  }, [beyond])
  return { pageCount, beyond }
}
