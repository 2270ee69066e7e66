import type { GuardedOptions, GuardedResponse } from './guarded-request.ts'

export type { Resolver } from './addresses.ts'
export type { GuardedOptions, GuardedResponse } from './guarded-request.ts'

/**
 * Fetches a user-supplied URL: public hosts and standard ports only, http or https, no credentials; every redirect is
 * checked again. Throws AppError: `invalid`, `outbound.blocked` · `unavailable`, `outbound.timeout` or
 * `outbound.failed` · `too_large`, `outbound.too_large`.
 */
export async function guardedFetch(url: string | URL, options: GuardedOptions = {}): Promise<GuardedResponse> {
  // The client loads with the first request: starting does not need it.
  const client = await import('./guarded-fetch.ts')
  return client.guardedFetch(url, options)
}
