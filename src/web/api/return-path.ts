/** Where `/auth` sends the person afterwards travels in this parameter of its address. */
export const RETURN_PARAMETER = 'next'

/** The address of the sign-in page that comes back to `path` (path, query and hash of a dashboard page). */
export const signInPath = (path: string): string =>
  path === '/' || path.startsWith('/auth') ? '/auth' : `/auth?${RETURN_PARAMETER}=${encodeURIComponent(path)}`

/** The path to come back to, or null. Only paths of this site: an address elsewhere would be an open redirect. */
export function returnPath(search: URLSearchParams, here: string = window.location.origin): string | null {
  const path = search.get(RETURN_PARAMETER)
  if (!path) return null
  const target = URL.parse(path, here)
  if (!path.startsWith('/') || target?.origin !== here || target.pathname.startsWith('/auth')) return null
  return `${target.pathname}${target.search}${target.hash}`
}
