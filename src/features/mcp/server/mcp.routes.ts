import { implement } from '@orpc/server'
import { AppError } from '../../../kernel/app-error.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { ConfirmIdentity } from '../../accounts/server/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { mcpContract } from '../contract.ts'
import { grantConnection, readConnection } from './oauth/authorize.ts'
import type { OAuth } from './oauth/oauth.ts'

interface McpRouteDependencies {
  oauth: OAuth
  appUrl: URL
  confirmIdentity: ConfirmIdentity
}

/** The page where a person connects an assistant. */
export function createMcpRoutes(
  { inWorkspace, asUser }: Guards,
  { oauth, appUrl, confirmIdentity }: McpRouteDependencies,
) {
  const procedures = implement(mcpContract).$context<RequestContext>()
  const userProcedures = procedures.use(asUser)
  const memberProcedures = procedures.use(inWorkspace)
  return procedures.router({
    readConnection: userProcedures.readConnection.handler(({ input }) => readConnection(oauth, input, appUrl)),
    allowConnection: memberProcedures.allowConnection.handler(async ({ context, input }) => {
      const { request, scope, ...proof } = input
      // An API key has no identity to prove.
      if (!context.signedIn)
        throw new AppError('forbidden', 'api_key.person_required', 'Only a signed-in person can do this.')
      await confirmIdentity(context, context.signedIn, proof)
      return { redirect_url: grantConnection(oauth, context.workspace, { request, scope, appUrl }) }
    }),
  })
}
