import { os } from '@orpc/server'
import type { ProcedureMeta } from '../../../kernel/procedure.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { type Auth, callerSession, createUserGuard } from '../../accounts/server/index.ts'
import type { Action } from '../contract.ts'
import { authorizeApiKey, authorizeMember } from './authorize.ts'
import { preconditionOf } from './conditional/entity-tags.ts'
import type { WorkspaceContext, WorkspaceServices } from './context.ts'

export const WORKSPACE_HEADER = 'x-workspace-id'

/** The middlewares that stand before procedures. What they demand is read from the contract, in one place. */
export function createGuards(services: WorkspaceServices, auth: Auth) {
  async function authorizeWorkspace(procedureMeta: ProcedureMeta, context: RequestContext): Promise<WorkspaceContext> {
    const requiredAccess = {
      action: (procedureMeta.action ?? null) as Action | null,
      writes: procedureMeta.writes ?? false,
      duringPaywall: procedureMeta.duringPaywall ?? false,
    }
    const { headers } = context
    if (context.transport === 'rest')
      return authorizeApiKey(services, headers.get('authorization'), requiredAccess, context.address)
    const { action } = requiredAccess
    if (action === null) throw new Error('A procedure of workspaces names no action.')
    const signedIn = await callerSession(auth, context)
    return authorizeMember(
      services,
      { ...signedIn, workspaceId: headers.get(WORKSPACE_HEADER) },
      { ...requiredAccess, action },
    )
  }
  const workspaceOf = (procedureMeta: ProcedureMeta, context: RequestContext): Promise<WorkspaceContext> =>
    context.once('workspace', () => authorizeWorkspace(procedureMeta, context))

  return {
    asUser: createUserGuard(auth),
    inWorkspace: os.$context<RequestContext>().middleware(async ({ context, procedure, next }) => {
      const procedureMeta = procedure['~orpc'].meta as ProcedureMeta
      const authorized = await workspaceOf(procedureMeta, context)
      const ifMatch = context.transport === 'rest' ? preconditionOf(procedureMeta, context.headers) : null
      const workspace: WorkspaceContext = { ...authorized, ifMatch }
      // Null for an API key: no person is signed in.
      const signedIn = context.transport === 'rest' ? null : await callerSession(auth, context)
      return next({ context: { workspace, signedIn } })
    }),
    /**
     * Checks from the headers alone that the caller may call a procedure, before its body is read. The middlewares then
     * use the same result.
     * @returns the workspace of a procedure that is called in one, else null
     */
    async authorizeCaller(procedureMeta: ProcedureMeta, context: RequestContext): Promise<WorkspaceContext | null> {
      if (procedureMeta.access === 'workspace') return workspaceOf(procedureMeta, context)
      if (procedureMeta.access === 'user') await callerSession(auth, context)
      return null
    },
  }
}
export type Guards = ReturnType<typeof createGuards>
