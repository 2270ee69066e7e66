import { useSearchParams } from 'react-router'

/**
 * The query parameters of the URL and a function that changes some of them; an empty value removes one.
 * `transientParameter` names a parameter that every change removes, such as the page of a list.
 */
export function useUrlParameters(transientParameter?: string) {
  const [params, setParams] = useSearchParams()
  const changeParameters = (changesByName: Record<string, string | null>, shouldReplace = false) => {
    // The rendered parameters are older than the URL while React has not yet rendered the last change.
    const nextParameters = new URLSearchParams(window.location.search)
    if (transientParameter !== undefined) nextParameters.delete(transientParameter)
    for (const [name, value] of Object.entries(changesByName)) {
      if (value) nextParameters.set(name, value)
      else nextParameters.delete(name)
    }
    setParams(nextParameters, { replace: shouldReplace, preventScrollReset: true })
  }
  return { params, change: changeParameters, setParams }
}
