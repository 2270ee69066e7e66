import { useSearchParams } from 'react-router'

/** The chosen tab of a page, kept in its address (`?tab=…`); the first one has no parameter. */
export function useTabAddress<T extends string>(
  tabs: readonly [{ value: T }, ...{ value: T }[]],
): [tab: T, choose: (tab: T) => void] {
  const [search, setSearch] = useSearchParams()
  const [{ value: first }] = tabs
  const named = search.get('tab')
  const choose = (next: T) =>
    setSearch(
      (previous) => {
        previous.delete('tab')
        if (next !== first) previous.set('tab', next)
        return previous
      },
      { replace: true, preventScrollReset: true },
    )
  return [tabs.find(({ value }) => value === named)?.value ?? first, choose]
}
