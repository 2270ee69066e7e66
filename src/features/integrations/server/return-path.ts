import { RETURN_PATHS } from '../contract.ts'

/**
 * Where somebody who comes back from a provider goes on: the path, when the address is one of those of ours that may be
 * returned to; null for anything else. Only the path counts, so nothing else of the address travels along.
 */
export function returnPathOf(address: string, appUrl: URL): string | null {
  // What a browser would read differently from us is none of ours.
  if (/[\\\s]/.test(address) || !URL.canParse(address, appUrl.href)) return null
  const url = new URL(address, appUrl)
  if (url.origin !== appUrl.origin || url.username !== '' || url.password !== '') return null
  return RETURN_PATHS.includes(url.pathname) ? url.pathname : null
}
