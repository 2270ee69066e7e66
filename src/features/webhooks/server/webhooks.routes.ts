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
  const contractRouter = implement(webhooksContract).$context<RequestContext>().use(inWorkspace)
  return contractRouter.router({
    list: contractRouter.list.handler(({ context }) => listEndpoints(context.workspace)),
    get: contractRouter.get.handler(({ context, input }) => getEndpoint(context.workspace, input.id)),
    create: contractRouter.create.handler(({ context, input }) => createEndpoint(services, context.workspace, input)),
    update: contractRouter.update.handler(({ context, input }) => updateEndpoint(services, context.workspace, input)),
    delete: contractRouter.delete.handler(({ context, input }) => deleteEndpoint(context.workspace, input.id)),
    rotateSecret: contractRouter.rotateSecret.handler(({ context, input }) =>
      rotateSecret(services, context.workspace, input.id),
    ),
    pause: contractRouter.pause.handler(({ context, input }) => pauseEndpoint(context.workspace, input.id)),
    resume: contractRouter.resume.handler(({ context, input }) => resumeEndpoint(queue, context.workspace, input.id)),
    test: contractRouter.test.handler(({ context, input }) => testEndpoint(queue, context.workspace, input.id)),
    deliveries: {
      list: contractRouter.deliveries.list.handler(({ context, input }) => listDeliveries(context.workspace, input)),
      get: contractRouter.deliveries.get.handler(({ context, input }) => getDelivery(context.workspace, input)),
      sendAgain: contractRouter.deliveries.sendAgain.handler(({ context, input }) =>
        sendAgain(queue, context.workspace, input),
      ),
    },
  })
}
