import { implement } from '@orpc/server'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { ACTIONS, type Action, workspacesContract } from '../contract.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { roleAllows } from './authorize.ts'
import type { WorkspaceContext, WorkspaceServices } from './context.ts'
import { createWorkspace } from './create-workspace.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { accessOfWorkspace } from './limits.ts'
import type { Guards } from './procedures.ts'
import { workspacesOf } from './workspaces.queries.ts'

export interface WorkspaceRoutesOptions {
  appUrl: URL
  /** Told by wire.ts: FAQs come after workspaces. */
  countFaqs(ctx: WorkspaceContext): Promise<number>
}

export function createWorkspacesRoutes(services: WorkspaceServices, guards: Guards, o: WorkspaceRoutesOptions) {
  const os = implement(workspacesContract).$context<RequestContext>()
  const { asUser, inWorkspace } = guards
  return os.router({
    list: os.list.use(asUser).handler(async ({ context }) => ({
      items: await systemTransaction(services.db, (tx) => workspacesOf(tx, context.userId)),
    })),
    create: os.create.use(asUser).handler(({ context, input }) => createWorkspace(services, context.userId, input)),
    current: os.current.use(inWorkspace).handler(async ({ context }) => {
      const ctx = context.workspace
      const [workspace] = await systemTransaction(services.db, (tx) => workspacesOf(tx, ctx.userId ?? '', ctx.workspaceId))
      if (!workspace) throw notFound('workspace')
      return {
        workspace,
        capabilities: (Object.keys(ACTIONS) as Action[]).filter((action) => roleAllows(workspace.role, action)),
        access: await accessOfWorkspace(ctx),
        faq_count: await o.countFaqs(ctx),
        public_url: new URL(`/faq/${workspace.subdomain}`, o.appUrl).href,
      }
    }),
    delete: os.delete.use(inWorkspace).handler(async ({ context, input }) => {
      await deleteWorkspace(context.workspace, input)
      return { deleted: true as const }
    }),
    apiKeys: {
      list: os.apiKeys.list.use(inWorkspace).handler(({ context }) => listApiKeys(context.workspace)),
      create: os.apiKeys.create.use(inWorkspace).handler(({ context, input }) => createApiKey(context.workspace, input)),
      revoke: os.apiKeys.revoke.use(inWorkspace).handler(async ({ context, input }) => {
        await revokeApiKey(context.workspace, input.id)
        return { revoked: true as const }
      }),
    },
  })
}
