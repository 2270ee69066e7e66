import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { answeringContract } from '../contract.ts'
import { modelUsageReport } from './model/token-budget.ts'

export function createAnsweringRoutes(options: { monthlyTokens: number | null }, { inWorkspace }: Guards) {
  const os = implement(answeringContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    modelUsage: os.modelUsage.handler(({ context }) => modelUsageReport(context.workspace, options.monthlyTokens)),
  })
}
