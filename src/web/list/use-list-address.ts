import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Page and state filter of a list, kept in the URL; `unsaid` is the default state. */
export function useListAddress<S extends string>(states: readonly S[], defaultState: S) {
  const [params, setParams] = useSearchParams()
  const wantedState = params.get('state')
  const currentState = states.find((knownState) => knownState === wantedState) ?? defaultState
  const currentPage = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const changeAddress = (nextAddress: { state: S; page: number }, shouldReplace: boolean) =>
    setParams(
      {
        ...(nextAddress.state !== defaultState && { state: nextAddress.state }),
        ...(nextAddress.page > 1 && { page: String(nextAddress.page) }),
      },
      { replace: shouldReplace },
    )
  return {
    state: currentState,
    page: currentPage,
    params,
    setParams,
    setState: (chosenState: S) => changeAddress({ state: chosenState, page: 1 }, false),
    setPage: (chosenPage: number, shouldReplace = false) =>
      changeAddress({ state: currentState, page: chosenPage }, shouldReplace),
  }
}

interface PagedList {
  page: number
  setPage: (page: number, replace: boolean) => void
  /** Number of rows per page. */
  size: number
  /** Total number of rows; undefined while loading. */
  total: number | undefined
}

/** Number of pages. A page beyond the last one is replaced by the last one; `beyond` is true until then. */
export function usePageCount({ page, setPage, size, total }: PagedList): { pageCount: number; beyond: boolean } {
  const pageCount = Math.max(1, Math.ceil((total ?? 0) / size))
  const isBeyondLast = total !== undefined && page > pageCount
  const goToLast = useEffectEvent(() => setPage(pageCount, true))
  useEffect(() => {
    if (isBeyondLast) goToLast()
  }, [isBeyondLast])
  return { pageCount, beyond: isBeyondLast }
}
