import { useSearchParams } from 'react-router'

/**
 * What stands behind the `?` of the address, and a way to change some of it: an empty value takes a name out. `passing`
 * names what does not outlive any change, such as the page of a list.
 */
export function useAddress(passing?: string) {
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
