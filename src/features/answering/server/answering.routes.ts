import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { SemanticSearch } from '../../ranking/server/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { answeringContract } from '../contract.ts'
import type { AnsweringServices } from './answer-question.ts'
import { meaningReport } from './meaning-report.ts'
import { modelUsageReport } from './model/token-budget.ts'
import { previewLevel } from './preview-level.ts'

export interface AnsweringRoutesOptions {
  answering: AnsweringServices
  semantic: SemanticSearch
}

export function createAnsweringRoutes({ answering, semantic }: AnsweringRoutesOptions, { inWorkspace }: Guards) {
  const contract = implement(answeringContract).$context<RequestContext>().use(inWorkspace)
  return contract.router({
    meaning: contract.meaning.handler(({ context }) => meaningReport(context.workspace, semantic)),
    previewLevel: contract.previewLevel.handler(({ context, input, signal }) =>
      previewLevel(answering, context.workspace, input.level, signal ?? new AbortController().signal),
    ),
    modelUsage: contract.modelUsage.handler(({ context }) =>
      modelUsageReport(context.workspace, answering.monthlyTokens ?? null),
    ),
  })
}
