import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { webhooksContract } from '../contract.ts'
import { getDelivery, listDeliveries, sendAgain, testEndpoint } from './deliveries.queries.ts'
import { createEndpoint, deleteEndpoint, updateEndpoint } from './edit-endpoints.ts'
import { getEndpoint, listEndpoints } from './endpoint-rows.ts'
import { pauseEndpoint, resumeEndpoint } from './pause-endpoint.ts'
import type { WebhookQueue } from './record-events.ts'
import { rotateSecret } from './rotate-secret.ts'
import type { WebhookServices } from './services.ts'

export function createWebhooksRoutes(
  { services, queue }: { services: WebhookServices; queue: WebhookQueue },
  { inWorkspace }: Guards,
) {
  const os = implement(webhooksContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    list: os.list.handler(({ context }) => listEndpoints(context.workspace)),
    get: os.get.handler(({ context, input }) => getEndpoint(context.workspace, input.id)),
    create: os.create.handler(({ context, input }) => createEndpoint(services, context.workspace, input)),
    update: os.update.handler(({ context, input }) => updateEndpoint(services, context.workspace, input)),
    delete: os.delete.handler(({ context, input }) => deleteEndpoint(context.workspace, input.id)),
    rotateSecret: os.rotateSecret.handler(({ context, input }) => rotateSecret(services, context.workspace, input.id)),
    pause: os.pause.handler(({ context, input }) => pauseEndpoint(context.workspace, input.id)),
    resume: os.resume.handler(({ context, input }) => resumeEndpoint(queue, context.workspace, input.id)),
    test: os.test.handler(({ context, input }) => testEndpoint(queue, context.workspace, input.id)),
    deliveries: {
      list: os.deliveries.list.handler(({ context, input }) => listDeliveries(context.workspace, input)),
      get: os.deliveries.get.handler(({ context, input }) => getDelivery(context.workspace, input)),
      sendAgain: os.deliveries.sendAgain.handler(({ context, input }) => sendAgain(queue, context.workspace, input)),
    },
  })
}
