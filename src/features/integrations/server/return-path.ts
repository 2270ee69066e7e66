import { RETURN_PATHS } from '../contract.ts'

/**
 * Returns the path to continue at after a provider's callback when the URL is one of the allowed ones, else null. Only
 * the path is used, so no other part of the URL survives.
 */
export function returnPathOf(address: string, appUrl: URL): string | null {
  // A URL that browsers parse differently is rejected.
  if (/[\\\s]/.test(address) || !URL.canParse(address, appUrl.href)) return null
  const url = new URL(address, appUrl)
  if (url.origin !== appUrl.origin || url.username !== '' || url.password !== '') return null
  return RETURN_PATHS.includes(url.pathname) ? url.pathname : null
}
