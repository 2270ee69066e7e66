import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { integrationsContract } from '../contract.ts'
import { browseIntegration, updateIntegration } from './choose.ts'
import { connectWithToken, startConnecting } from './connect.ts'
import { disconnectIntegration } from './disconnect.ts'
import { getIntegration, listIntegrations, listRuns } from './integration-rows.ts'
import { ensureBrowserToken } from './oauth-state.ts'
import type { IntegrationServices } from './services.ts'
import { syncAllIntegrations, syncIntegration } from './start-sync.ts'

export function createIntegrationsRoutes(services: IntegrationServices, { inWorkspace }: Guards) {
  const procedures = implement(integrationsContract).$context<RequestContext>().use(inWorkspace)
  return procedures.router({
    list: procedures.list.handler(({ context }) => listIntegrations(services, context.workspace)),
    connect: procedures.connect.handler(async ({ context, input }) => ({
      auth_url: await startConnecting(services, context.workspace, {
        type: input.type,
        returnUrl: input.return_url,
        browser: ensureBrowserToken(services.appUrl, context.headers, context.responseHeaders),
      }),
    })),
    connectWithToken: procedures.connectWithToken.handler(({ context, input }) =>
      connectWithToken(services, context.workspace, input),
    ),
    browse: procedures.browse.handler(({ context, input }) => browseIntegration(services, context.workspace, input)),
    get: procedures.get.handler(({ context, input }) => getIntegration(services, context.workspace, input.id)),
    update: procedures.update.handler(({ context, input }) => updateIntegration(services, context.workspace, input)),
    sync: procedures.sync.handler(({ context, input }) => syncIntegration(services, context.workspace, input.id)),
    syncAll: procedures.syncAll.handler(async ({ context }) => ({
      integrations: await syncAllIntegrations(services, context.workspace),
    })),
    runs: procedures.runs.handler(({ context, input }) => listRuns(context.workspace, input)),
    disconnect: procedures.disconnect.handler(async ({ context, input }) => {
      await disconnectIntegration(services, context.workspace, input)
      return { disconnected: true as const }
    }),
  })
}
