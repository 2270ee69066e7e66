import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { AppContract } from '../../contract.ts'
import { ApiError } from './api-error.ts'
import { sessionHasExpired } from './query-client.ts'
import { selectedWorkspaceId } from './selected-workspace.ts'
import { toApiError } from './to-api-error.ts'

/** Options of a single call. */
interface CallContext {
  /** Uses this workspace instead of the selected one. */
  workspaceId?: string
  /** Called with the uploaded share of the body, 0 to 1. */
  onSent?: (share: number) => void
}

const link = new RPCLink<CallContext>({
  url: () => `${window.location.origin}/api/rpc`,
  headers: ({ context }): Record<string, string> => {
    const workspace = context.workspaceId ?? selectedWorkspaceId()
    return workspace ? { 'x-workspace-id': workspace } : {}
  },
  fetch: async (request, init, { context }) => {
    if (!context.onSent) return fetch(request, { ...init, credentials: 'include' })
    const { sendWithProgress } = await import('./send-with-progress.ts')
    return sendWithProgress(request, context.onSent)
  },
  interceptors: [
    async (options) => {
      try {
        return await options.next()
      } catch (error) {
        const failure = toApiError(error)
        if (failure instanceof ApiError && failure.kind === 'unauthenticated') sessionHasExpired()
        throw failure
      }
    },
  ],
})

/** Calls procedures directly: `await client.faqs.create({…})`. Throws ApiError. */
export const client: ContractRouterClient<AppContract, CallContext> = createORPCClient(link)

/**
 * Options for TanStack Query: `useQuery(api.faqs.list.queryOptions({ input }))`,
 * `useMutation(api.faqs.create.mutationOptions())`, `queryClient.invalidateQueries({ queryKey: api.faqs.key() })`.
 * Procedures inside a workspace are cached for the selected one only: selecting another drops them.
 */
export const api = createTanstackQueryUtils(client)
