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
function announce(responseHeaders: Headers, { policy, points, durationSeconds, remaining, resetSeconds }: Quota): void {
  responseHeaders.set('ratelimit-policy', `"${policy}";q=${points};w=${durationSeconds}`)
  responseHeaders.set('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
}

/** Counts a call against a quota and announces what is left. Throws `rate_limited` above it. */
async function countCall(context: RequestContext, callQuota: Quota | null): Promise<void> {
  if (!callQuota) return
  announce(context.responseHeaders, callQuota)
  requireQuota(callQuota)
}

/** Authorizes a call and counts it: for its API key, or for its address where no key was accepted. */
export type CallMeter = (
  context: RequestContext,
  authorize: () => Promise<WorkspaceContext | null>,
) => Promise<WorkspaceContext | null>

/** Throws what authorizing throws, or `rate_limited` in its place. */
export const createCallMeter =
  (apiLimits: ApiLimits): CallMeter =>
  async (context, authorize) => {
    let workspace: WorkspaceContext | null
    try {
      workspace = await authorize()
    } catch (error) {
      await countCall(context, await apiLimits.address(context.address))
      throw error
    }
    await countCall(
      context,
      workspace?.actor ? await apiLimits.key(workspace.actor.id) : await apiLimits.address(context.address),
    )
    return workspace
  }
