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

const rpcLink = new RPCLink<CallContext>({
  url: () => `${window.location.origin}/api/rpc`,
  headers: ({ context }): Record<string, string> => {
    const workspaceId = context.workspaceId ?? selectedWorkspaceId()
    return workspaceId ? { 'x-workspace-id': workspaceId } : {}
  },
  fetch: async (rpcRequest, init, { context }) => {
    if (!context.onSent) return fetch(rpcRequest, { ...init, credentials: 'include' })
    const { sendWithProgress } = await import('./send-with-progress.ts')
    return sendWithProgress(rpcRequest, context.onSent)
  },
  interceptors: [
    async (interceptorOptions) => {
      try {
        return await interceptorOptions.next()
      } catch (requestError) {
        const apiError = toApiError(requestError)
        if (apiError instanceof ApiError && apiError.kind === 'unauthenticated') sessionHasExpired()
        throw apiError
      }
    },
  ],
})

/** Calls procedures directly: `await client.faqs.create({…})`. Throws ApiError. */
export const client: ContractRouterClient<AppContract, CallContext> = createORPCClient(rpcLink)

/**
 * Options for TanStack Query: `useQuery(api.faqs.list.queryOptions({ input }))`,
 * `useMutation(api.faqs.create.mutationOptions())`, `queryClient.invalidateQueries({ queryKey: api.faqs.key() })`.
 * Procedures inside a workspace are cached for the selected one only: selecting another drops them.
 */
export const api = createTanstackQueryUtils(client)
