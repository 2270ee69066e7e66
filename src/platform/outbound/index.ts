import type { GuardedOptions, GuardedResponse } from './guarded-request.ts'

export { isPublicAddress, type ResolvedAddress, type Resolver } from './addresses.ts'
export type { GuardedOptions, GuardedResponse } from './guarded-request.ts'

/**
 * Fetches an address that a person or a page supplied: public hosts on the usual ports only, over http and https,
 * without credentials in the address; every redirect is checked anew. Throws AppError: `invalid`, `outbound.blocked` ·
 * `unavailable`, `outbound.timeout` or `outbound.failed` · `too_large`, `outbound.too_large`.
 */
export async function guardedFetch(url: string | URL, options: GuardedOptions = {}): Promise<GuardedResponse> {
  // The client loads with the first request: starting does not need it.
  const client = await import('./guarded-fetch.ts')
  return client.guardedFetch(url, options)
}
