import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { listBlockedSources } from '../../answering/server/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { doubtfulAnswersContract } from '../contract.ts'
import { listDoubtfulAnswers } from './doubtful-answers.queries.ts'
import { blockSourceOfAnswer, markRight, reopenAnswer, unblockSourceOfAnswer } from './settle-answer.ts'

export function createDoubtfulAnswersRoutes({ inWorkspace }: Guards) {
  const contractRouter = implement(doubtfulAnswersContract).$context<RequestContext>().use(inWorkspace)
  return contractRouter.router({
    list: contractRouter.list.handler(({ context, input }) => listDoubtfulAnswers(context.workspace, input)),
    markRight: contractRouter.markRight.handler(({ context, input }) => markRight(context.workspace, input.id)),
    reopen: contractRouter.reopen.handler(({ context, input }) => reopenAnswer(context.workspace, input.id)),
    block: contractRouter.block.handler(({ context, input }) => blockSourceOfAnswer(context.workspace, input)),
    blockedSources: contractRouter.blockedSources.handler(({ context }) => listBlockedSources(context.workspace)),
    unblock: contractRouter.unblock.handler(({ context, input }) => unblockSourceOfAnswer(context.workspace, input.id)),
  })
}
