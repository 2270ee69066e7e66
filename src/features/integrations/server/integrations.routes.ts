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
  const os = implement(integrationsContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    list: os.list.handler(({ context }) => listIntegrations(services, context.workspace)),
    connect: os.connect.handler(async ({ context, input }) => ({
      auth_url: await startConnecting(services, context.workspace, {
        type: input.type,
        returnUrl: input.return_url,
        browser: ensureBrowserToken(services.appUrl, context.headers, context.responseHeaders),
      }),
    })),
    connectWithToken: os.connectWithToken.handler(({ context, input }) =>
      connectWithToken(services, context.workspace, input),
    ),
    browse: os.browse.handler(({ context, input }) => browseIntegration(services, context.workspace, input)),
    get: os.get.handler(({ context, input }) => getIntegration(services, context.workspace, input.id)),
    update: os.update.handler(({ context, input }) => updateIntegration(services, context.workspace, input)),
    sync: os.sync.handler(({ context, input }) => syncIntegration(services, context.workspace, input.id)),
    syncAll: os.syncAll.handler(async ({ context }) => ({
      integrations: await syncAllIntegrations(services, context.workspace),
    })),
    runs: os.runs.handler(({ context, input }) => listRuns(context.workspace, input)),
    disconnect: os.disconnect.handler(async ({ context, input }) => {
      await disconnectIntegration(services, context.workspace, input)
      return { disconnected: true as const }
    }),
  })
}
