/** Query parameter of `/auth` with the path to open after signing in. */
export const RETURN_PARAMETER = 'next'

/** Returns the path of the sign-in page that returns to `pagePath` (path, query and hash of a dashboard page). */
export const signInPath = (pagePath: string): string =>
  pagePath === '/' || pagePath.startsWith('/auth')
    ? '/auth'
    : `/auth?${RETURN_PARAMETER}=${encodeURIComponent(pagePath)}`

/**
 * Returns the path to come back to, or null. Accepts only paths of this origin: another one would be an open redirect.
 */
export function returnPath(
  searchParameters: URLSearchParams,
  ownOrigin: string = window.location.origin,
): string | null {
  const pagePath = searchParameters.get(RETURN_PARAMETER)
  if (!pagePath) return null
  const targetUrl = URL.parse(pagePath, ownOrigin)
  if (!pagePath.startsWith('/') || targetUrl?.origin !== ownOrigin || targetUrl.pathname.startsWith('/auth'))
    return null
  return `${targetUrl.pathname}${targetUrl.search}${targetUrl.hash}`
}
