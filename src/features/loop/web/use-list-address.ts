import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Which page of the things in which state is shown stands in the address; `unsaid` is the state of an address without one. */
export function useListAddress<S extends string>(states: readonly S[], unsaid: S) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('state')
  const state = states.find((one) => one === wanted) ?? unsaid
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const change = (next: { state: S; page: number }, replace: boolean) =>
    setParams(
      {
        ...(next.state !== unsaid && { state: next.state }),
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
  /** How many there are on a page. */
  size: number
  /** How many there are in all; undefined until it is known of what is shown. */
  total: number | undefined
}

/**
 * How many pages there are. A page that is no more, because what stood on it was dealt with, gives way to the last one;
 * `beyond` says that this is about to happen.
 */
export function usePageCount({ page, setPage, size, total }: Paged): { pageCount: number; beyond: boolean } {
  const pageCount = Math.max(1, Math.ceil((total ?? 0) / size))
  const beyond = total !== undefined && page > pageCount
  const goToLast = useEffectEvent(() => setPage(pageCount, true))
  useEffect(() => {
    if (beyond) goToLast()
  }, [beyond])
  return { pageCount, beyond }
}
