import { useUrlParameters } from '../browser/use-url-parameters.ts'

/** The chosen tab of a page, kept in its address (`?tab=…`); the first one has no parameter. */
export function useTabAddress<T extends string>(
  tabs: readonly [{ value: T }, ...{ value: T }[]],
): [tab: T, choose: (tab: T) => void] {
  const { params, change } = useUrlParameters()
  const [{ value: first }] = tabs
  const requestedTab = params.get('tab')
  const chooseTab = (chosenTab: T) => change({ tab: chosenTab === first ? null : chosenTab }, true)
  return [tabs.find(({ value }) => value === requestedTab)?.value ?? first, chooseTab]
}
