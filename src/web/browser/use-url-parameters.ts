import { useSearchParams } from 'react-router'

/**
 * The query parameters of the URL and a function that changes some of them; an empty value removes one. `transient`
 * names a parameter that every change removes, such as the page of a list.
 */
export function useUrlParameters(transient?: string) {
  const [params, setParams] = useSearchParams()
  const change = (changes: Record<string, string | null>, replace = false) => {
    // The rendered parameters are older than the URL while React has not yet rendered the last change.
    const next = new URLSearchParams(window.location.search)
    if (transient !== undefined) next.delete(transient)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace, preventScrollReset: true })
  }
  return { params, change, setParams }
}
