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
    if (context.door === 'rest')
      return next({
        context: { workspace: await authorizeApiKey(services, context.headers.get('authorization'), demand) },
      })
    const { userId } = await requireSession(auth, context.headers, context.responseHeaders)
    const workspaceId = context.headers.get(WORKSPACE_HEADER)
    return next({ context: { workspace: await authorizeMember(services, { userId, workspaceId }, demand) } })
  })

  return { asUser, inWorkspace }
}
export type Guards = ReturnType<typeof createGuards>
