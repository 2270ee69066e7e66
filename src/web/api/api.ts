import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { AppContract } from '../../contract.ts'
import type { Profile } from '../../features/accounts/contract.ts'
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

/** Resolves after the calls about the account: a change such as a new second factor replaces the session's cookie. */
let accountCalls: Promise<unknown> = Promise.resolve()

let sessionCheck: Promise<Profile | null> | undefined

/**
 * The profile of the session, or null. Asks when the calls about the account that are on their way have been answered:
 * a session that seems to have ended may have been replaced only.
 */
export function checkSession(): Promise<Profile | null> {
  sessionCheck ??= accountCalls
    .then(() => client.accounts.me())
    .finally(() => {
      sessionCheck = undefined
    })
  return sessionCheck
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
    async ({ next }) => {
      try {
        return await next()
      } catch (requestError) {
        throw toApiError(requestError)
      }
    },
    async ({ next, path: [feature, procedure] }) => {
      const call = next()
      if (feature === 'accounts') accountCalls = Promise.allSettled([accountCalls, call]).then(() => undefined)
      try {
        return await call
      } catch (requestError) {
        if (!(requestError instanceof ORPCError && requestError.status === 401)) throw requestError
        // The check itself would wait for its own end.
        if (procedure !== 'me' && (await checkSession())) return next()
        sessionHasExpired()
        throw requestError
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
