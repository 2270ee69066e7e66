import type { RequestContext } from '../../../platform/rpc/index.ts'

/**
 * Passes the client's address, as determined by TRUST_PROXY, to better-auth; overwrites a header of the same name from
 * the client.
 */
export const ADDRESS_HEADER = 'x-answerloom-client-address'

/** The request's headers as better-auth may read them. */
export function authHeaders(request: Pick<RequestContext, 'headers' | 'address'>): Headers {
  const requestHeaders = new Headers(request.headers)
  requestHeaders.set(ADDRESS_HEADER, request.address)
  return requestHeaders
}

/** Sends the cookies that better-auth set along with our own answer. */
export function forwardCookies(authResponseHeaders: Headers, request: Pick<RequestContext, 'responseHeaders'>): void {
  for (const cookie of authResponseHeaders.getSetCookie()) request.responseHeaders.append('set-cookie', cookie)
}
