import { RETURN_PATHS } from '../contract.ts'

/**
 * Returns the path to continue at after a provider's callback when the URL is one of the allowed ones, else null. Only
 * the path is used, so no other part of the URL survives.
 */
export function returnPathOf(returnUrl: string, appUrl: URL): string | null {
  // A URL that browsers parse differently is rejected.
  if (/[\\\s]/.test(returnUrl) || !URL.canParse(returnUrl, appUrl.href)) return null
  const parsedUrl = new URL(returnUrl, appUrl)
  if (parsedUrl.origin !== appUrl.origin || parsedUrl.username !== '' || parsedUrl.password !== '') return null
  return RETURN_PATHS.includes(parsedUrl.pathname) ? parsedUrl.pathname : null
}
