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

/** True when nothing in the URL itself forbids `guardedFetch` to call it; a host name is checked when it is called. */
export async function isOutboundUrl(url: string | URL, allowHosts: readonly string[]): Promise<boolean> {
  const { checkUrl, hostPolicy } = await import('./guarded-agent.ts')
  try {
    checkUrl(url, hostPolicy(allowHosts))
    return true
  } catch {
    return false
  }
}

/** True when the operator allowed this host by name. */
export async function isAllowedHost(url: URL, allowHosts: readonly string[]): Promise<boolean> {
  const { hostPolicy, portOf } = await import('./guarded-agent.ts')
  return hostPolicy(allowHosts).isAllowed(url.hostname, portOf(url))
}
