import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { SemanticSearch } from '../../ranking/server/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { answeringContract } from '../contract.ts'
import { meaningReport } from './meaning-report.ts'
import { modelUsageReport } from './model/token-budget.ts'

export interface AnsweringRoutesOptions {
  /** The instance's limit for each workspace. */
  monthlyTokens: number | null
  semantic: SemanticSearch
}

export function createAnsweringRoutes({ monthlyTokens, semantic }: AnsweringRoutesOptions, { inWorkspace }: Guards) {
  const os = implement(answeringContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    meaning: os.meaning.handler(({ context }) => meaningReport(context.workspace, semantic)),
    modelUsage: os.modelUsage.handler(({ context }) => modelUsageReport(context.workspace, monthlyTokens)),
  })
}
