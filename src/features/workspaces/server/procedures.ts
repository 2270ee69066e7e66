import { os } from '@orpc/server'
import type { ProcedureMeta } from '../../../kernel/procedure.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { type Auth, createUserGuard, requireSession } from '../../accounts/server/index.ts'
import type { Action } from '../contract.ts'
import { authorizeApiKey, authorizeMember } from './authorize.ts'
import type { WorkspaceServices } from './context.ts'

export const WORKSPACE_HEADER = 'x-workspace-id'

/** The middlewares that stand before procedures. What they demand is read from the contract, in one place. */
export function createGuards(services: WorkspaceServices, auth: Auth) {
  const asUser = createUserGuard(auth)
  const inWorkspace = os.$context<RequestContext>().middleware(async ({ context, procedure, next }) => {
    const meta = procedure['~orpc'].meta as ProcedureMeta
    const demand = {
      action: meta.action as Action,
      writes: meta.writes ?? false,
      duringPaywall: meta.duringPaywall ?? false,
    }
    const { headers, responseHeaders } = context
    // Null for an API key: nobody is signed in.
    const signedIn = context.door === 'rest' ? null : await requireSession(auth, headers, responseHeaders)
    const workspace = signedIn
      ? await authorizeMember(services, { ...signedIn, workspaceId: headers.get(WORKSPACE_HEADER) }, demand)
      : await authorizeApiKey(services, headers.get('authorization'), demand)
    return next({ context: { workspace, signedIn } })
  })

  return { asUser, inWorkspace }
}
export type Guards = ReturnType<typeof createGuards>
