import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { answerTestsContract } from '../contract.ts'
import { answerTestDetails, listAnswerTests, listCitable } from './answer-tests.queries.ts'
import {
  createAnswerTest,
  deleteAnswerTest,
  runAllAnswerTests,
  runAnswerTest,
  updateAnswerTest,
} from './edit-answer-tests.ts'

export function createAnswerTestsRoutes({ inWorkspace }: Guards) {
  const contractRouter = implement(answerTestsContract).$context<RequestContext>().use(inWorkspace)
  return contractRouter.router({
    list: contractRouter.list.handler(({ context, input }) => listAnswerTests(context.workspace, input)),
    details: contractRouter.details.handler(({ context, input }) => answerTestDetails(context.workspace, input.id)),
    create: contractRouter.create.handler(({ context, input }) => createAnswerTest(context.workspace, input)),
    update: contractRouter.update.handler(({ context, input }) => updateAnswerTest(context.workspace, input)),
    delete: contractRouter.delete.handler(({ context, input }) => deleteAnswerTest(context.workspace, input.id)),
    run: contractRouter.run.handler(({ context, input }) => runAnswerTest(context.workspace, input.id)),
    runAll: contractRouter.runAll.handler(({ context }) => runAllAnswerTests(context.workspace)),
    citable: contractRouter.citable.handler(({ context, input }) => listCitable(context.workspace, input.q)),
  })
}
