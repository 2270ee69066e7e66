import { useSearchParams } from 'react-router'

/**
 * The query parameters of the URL and a function that changes some of them; an empty value removes one. `transient`
 * names a parameter that every change removes, such as the page of a list.
 */
export function useUrlParameters(passing?: string) {
  const [params, setParams] = useSearchParams()
  const change = (changes: Record<string, string | null>, replace = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (passing !== undefined) next.delete(passing)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  return { params, change, setParams }
}
