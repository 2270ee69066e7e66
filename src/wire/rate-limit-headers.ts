import type { WorkspaceContext } from '../features/workspaces/server/index.ts'
import { type Quota, requireQuota } from '../platform/limits/index.ts'
import type { RequestContext } from '../platform/rpc/index.ts'

/** Takes a call from a quota; null where calls are not limited. */
export interface ApiLimits {
  /** Calls with one API key. */
  key(id: string): Promise<Quota | null>
  /** Calls without a valid key from one address. */
  address(address: string): Promise<Quota | null>
}

/** Header fields of draft-ietf-httpapi-ratelimit-headers-10. */
function announce(headers: Headers, { policy, points, durationSeconds, remaining, resetSeconds }: Quota): void {
  headers.set('ratelimit-policy', `"${policy}";q=${points};w=${durationSeconds}`)
  headers.set('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
}

/** Counts a call against a quota and announces what is left. Throws `rate_limited` above it. */
async function count(context: RequestContext, quota: Quota | null): Promise<void> {
  if (!quota) return
  announce(context.responseHeaders, quota)
  requireQuota(quota)
}

/** Authorizes a call and counts it: for its API key, or for its address where no key was accepted. */
export type CallMeter = (
  context: RequestContext,
  authorize: () => Promise<WorkspaceContext | null>,
) => Promise<WorkspaceContext | null>

/** Throws what authorizing throws, or `rate_limited` in its place. */
export const createCallMeter =
  (limits: ApiLimits): CallMeter =>
  async (context, authorize) => {
    let workspace: WorkspaceContext | null
    try {
      workspace = await authorize()
    } catch (error) {
      await count(context, await limits.address(context.address))
      throw error
    }
    await count(
      context,
      workspace?.actor ? await limits.key(workspace.actor.id) : await limits.address(context.address),
    )
    return workspace
  }
