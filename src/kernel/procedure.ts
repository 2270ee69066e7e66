import { type HTTPMethod, type HTTPPath, oc, type Route } from '@orpc/contract'

/**
 * Access level of a procedure. Every procedure declares it; the server's guards and the generated tenant, role and
 * anonymous matrices read it.
 * - `anonymous`: everyone.
 * - `user`: a signed-in user.
 * - `workspace`: a signed-in member (RPC: session + `x-workspace-id`) or an API key, allowed the named action.
 */
export interface ProcedureMeta {
  access: 'anonymous' | 'user' | 'workspace'
  /** The action of the role table; set for `workspace` only. */
  action?: string
  /** True when it changes something: what the paywall refuses and a read-only key may not call. */
  writes?: boolean
  /** Largest body in bytes where it is not the usual one; only for callers who are known. */
  maxBodyBytes?: number
  /** Reachable while the paywall is up although it writes. */
  duringPaywall?: boolean
  /**
   * Set when it takes `If-Match`: its verb calls `requireMatch`. `true` when the read at its own address has the `ETag`,
   * otherwise the address of the read.
   */
  conditional?: true | `/${string}`
  /** Fields of a read that change without an edit, which its `ETag` leaves out. Such a read is never answered with 304. */
  untagged?: readonly string[]
  /** True when the caller proves who they are with this very request: a session alone is not enough. */
  confirmsIdentity?: boolean
  /** Dotted names of input fields that hold ids of tenant objects, with the factory that makes one for the matrices. */
  ids?: Record<string, string>
}

export const base = oc.$meta<ProcedureMeta>({ access: 'user' })

export const anonymousProcedure = base.meta({ access: 'anonymous' })
export const userProcedure = (options: Omit<ProcedureMeta, 'access' | 'action'> = {}) =>
  base.meta({ access: 'user', ...options })

/**
 * The REST address of a procedure under /api/v1.
 * @param address method and path, such as `GET /faqs/{id}`
 * @param tag the part of the API's document that it belongs to
 */
export function rest(address: string, tag: string, summary: string, options: { successStatus?: number } = {}): Route {
  const [method, path] = address.split(' ') as [HTTPMethod, HTTPPath]
  return { method, path, tags: [tag], summary, ...options }
}
