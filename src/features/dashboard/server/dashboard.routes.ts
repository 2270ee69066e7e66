import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { dashboardContract } from '../contract.ts'
import { countInsights } from './count-insights.ts'
import { dismissFirstSteps, readFirstSteps } from './first-steps.ts'
import { type DashboardServices, getStats } from './get-stats.ts'
import { listActivity } from './list-activity.ts'

export function createDashboardRoutes(services: DashboardServices, { inWorkspace }: Guards) {
  const contractRouter = implement(dashboardContract).$context<RequestContext>().use(inWorkspace)
  return contractRouter.router({
    stats: contractRouter.stats.handler(({ context }) => getStats(services, context.workspace)),
    activity: contractRouter.activity.handler(({ context }) => listActivity(context.workspace)),
    insights: contractRouter.insights.handler(({ context, input }) => countInsights(context.workspace, input)),
    firstSteps: contractRouter.firstSteps.handler(({ context }) => readFirstSteps(context.workspace)),
    dismissFirstSteps: contractRouter.dismissFirstSteps.handler(({ context, input }) =>
      dismissFirstSteps(context.workspace, input.dismissed),
    ),
  })
}
