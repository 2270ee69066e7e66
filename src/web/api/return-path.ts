/** Query parameter of `/auth` with the path to open after signing in. */
export const RETURN_PARAMETER = 'next'

/** Returns the path of the sign-in page that returns to `path` (path, query and hash of a dashboard page). */
export const signInPath = (path: string): string =>
  path === '/' || path.startsWith('/auth') ? '/auth' : `/auth?${RETURN_PARAMETER}=${encodeURIComponent(path)}`

/**
 * Returns the path to come back to, or null. Accepts only paths of this origin: another one would be an open redirect.
 */
export function returnPath(search: URLSearchParams, here: string = window.location.origin): string | null {
  const path = search.get(RETURN_PARAMETER)
  if (!path) return null
  const target = URL.parse(path, here)
  if (!path.startsWith('/') || target?.origin !== here || target.pathname.startsWith('/auth')) return null
  return `${target.pathname}${target.search}${target.hash}`
}
