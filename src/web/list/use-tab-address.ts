import { useUrlParameters } from '../browser/use-url-parameters.ts'

/** The chosen tab of a page, kept in its address (`?tab=…`); the first one has no parameter. */
export function useTabAddress<T extends string>(
  tabs: readonly [{ value: T }, ...{ value: T }[]],
): [tab: T, choose: (tab: T) => void] {
  const { params, change } = useUrlParameters()
  const [{ value: first }] = tabs
  const named = params.get('tab')
  const choose = (next: T) => change({ tab: next === first ? null : next }, true)
  return [tabs.find(({ value }) => value === named)?.value ?? first, choose]
}
