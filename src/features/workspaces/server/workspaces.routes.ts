import { implement } from '@orpc/server'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { IdentityProof } from '../../accounts/contract.ts'
import type { ConfirmIdentity, SignedIn } from '../../accounts/server/index.ts'
import { ACTIONS, type Action, roleAllows, workspacesContract } from '../contract.ts'
import { allowedOriginsOf, replaceAllowedOrigins } from './allowed-origins.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys/api-keys.ts'
import { listOwnApiKeys, revokeOwnApiKey } from './api-keys/own-api-keys.ts'
import { listAuditActors, listAuditLog } from './audit-log.ts'
import { changeSubdomain } from './change-subdomain.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceServices } from './context.ts'
import { createWorkspace } from './create-workspace.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { accessOfWorkspace } from './limits.ts'
import { listWorkspaces } from './list-workspaces.ts'
import type { Guards } from './procedures.ts'
import { requireSecondFactor } from './require-second-factor.ts'
import { readSettings, updateSettings } from './settings.ts'
import { readWorkspacePayer, workspaceOfKey, workspacesOf } from './workspaces.queries.ts'

export interface WorkspaceRoutesOptions {
  appUrl: URL
  confirmIdentity: ConfirmIdentity
  /** Injected by wire.ts, since FAQs come after workspaces. */
  countFaqs(context: WorkspaceContext): Promise<number>
}

export function createWorkspacesRoutes(services: WorkspaceServices, guards: Guards, options: WorkspaceRoutesOptions) {
  const contractRouter = implement(workspacesContract).$context<RequestContext>()
  // Guards stand before the input's validation: who may not call learns nothing of what the call takes.
  const userRouter = contractRouter.use(guards.asUser)
  const memberRouter = contractRouter.use(guards.inWorkspace)
  /** The user of a session with proven identity. An API key has no identity to prove. */
  const confirmed = async (context: RequestContext & { signedIn: SignedIn | null }, identityProof: IdentityProof) => {
    const { signedIn } = context
    if (!signedIn) throw new AppError('forbidden', 'api_key.person_required', 'Only a signed-in person can do this.')
    await options.confirmIdentity(context, signedIn, identityProof)
    return signedIn
  }
  return contractRouter.router({
    list: userRouter.list.handler(async ({ context }) => ({
      items: await systemTransaction(services.db, (transaction) => listWorkspaces(transaction, context, services)),
    })),
    create: userRouter.create.handler(({ context, input }) => createWorkspace(services, context.userId, input)),
    current: memberRouter.current.handler(async ({ context }) => {
      const ctx = context.workspace
      const { workspace, payer } = await systemTransaction(services.db, async (transaction) => {
        const workspace = ctx.userId
          ? (await workspacesOf(transaction, ctx.userId, ctx.workspaceId)).at(0)
          : await workspaceOfKey(transaction, ctx.workspaceId)
        if (!workspace) throw notFound('workspace')
        return { workspace, payer: await readWorkspacePayer(transaction, ctx.workspaceId, ctx.userId) }
      })
      return {
        workspace,
        capabilities: (Object.keys(ACTIONS) as Action[]).filter((action) => roleAllows(workspace.role, action)),
        access: await accessOfWorkspace(ctx),
        payer,
        faq_count: await options.countFaqs(ctx),
        public_url: new URL(`/faq/${workspace.subdomain}`, options.appUrl).href,
      }
    }),
    changeSubdomain: memberRouter.changeSubdomain.handler(({ context, input }) =>
      changeSubdomain(context.workspace, input),
    ),
    delete: memberRouter.delete.handler(async ({ context, input }) => {
      await confirmed(context, input)
      await deleteWorkspace(context.workspace, input)
      return { deleted: true as const }
    }),
    settings: {
      get: memberRouter.settings.get.handler(({ context }) => readSettings(context.workspace)),
      update: memberRouter.settings.update.handler(({ context, input }) => updateSettings(context.workspace, input)),
    },
    requireSecondFactor: memberRouter.requireSecondFactor.handler(async ({ context, input }) => {
      await requireSecondFactor(context.workspace, await confirmed(context, input), input.required)
      return { required: input.required }
    }),
    allowedOrigins: {
      list: memberRouter.allowedOrigins.list.handler(async ({ context }) => ({
        origins: await inTransaction(context.workspace, allowedOriginsOf),
      })),
      replace: memberRouter.allowedOrigins.replace.handler(async ({ context, input }) => ({
        origins: await replaceAllowedOrigins(context.workspace, input.origins),
      })),
    },
    auditLog: {
      list: memberRouter.auditLog.list.handler(({ context, input }) => listAuditLog(context.workspace, input)),
      actors: memberRouter.auditLog.actors.handler(async ({ context }) => ({
        items: await listAuditActors(context.workspace),
      })),
    },
    ownApiKeys: {
      list: userRouter.ownApiKeys.list.handler(async ({ context }) => ({
        items: await listOwnApiKeys(services, context.userId),
      })),
      revoke: userRouter.ownApiKeys.revoke.handler(async ({ context, input }) => {
        await revokeOwnApiKey(services, context.userId, input.id)
        return { revoked: true as const }
      }),
    },
    apiKeys: {
      list: memberRouter.apiKeys.list.handler(({ context }) => listApiKeys(context.workspace)),
      create: memberRouter.apiKeys.create.handler(async ({ context, input }) => {
        await confirmed(context, input)
        const { name, scope, areas, expires_at, networks } = input
        return createApiKey(context.workspace, { name, scope, areas, expires_at, networks })
      }),
      revoke: memberRouter.apiKeys.revoke.handler(async ({ context, input }) => {
        await revokeApiKey(context.workspace, input.id)
        return { revoked: true as const }
      }),
    },
  })
}
