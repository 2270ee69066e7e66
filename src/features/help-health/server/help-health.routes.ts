import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { helpHealthContract } from '../contract.ts'
import { getHelpHealth } from './get-help-health.ts'
import { setReviewed } from './set-reviewed.ts'
import { listStaleFaqs } from './stale-faqs.queries.ts'

export function createHelpHealthRoutes({ inWorkspace }: Guards) {
  const contractRouter = implement(helpHealthContract).$context<RequestContext>().use(inWorkspace)
  return contractRouter.router({
    get: contractRouter.get.handler(({ context }) => getHelpHealth(context.workspace)),
    staleFaqs: contractRouter.staleFaqs.handler(({ context, input }) => listStaleFaqs(context.workspace, input)),
    setReviewed: contractRouter.setReviewed.handler(({ context, input }) => setReviewed(context.workspace, input)),
  })
}
