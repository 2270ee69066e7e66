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
  const os = implement(answerTestsContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    list: os.list.handler(({ context, input }) => listAnswerTests(context.workspace, input)),
    details: os.details.handler(({ context, input }) => answerTestDetails(context.workspace, input.id)),
    create: os.create.handler(({ context, input }) => createAnswerTest(context.workspace, input)),
    update: os.update.handler(({ context, input }) => updateAnswerTest(context.workspace, input)),
    delete: os.delete.handler(({ context, input }) => deleteAnswerTest(context.workspace, input.id)),
    run: os.run.handler(({ context, input }) => runAnswerTest(context.workspace, input.id)),
    runAll: os.runAll.handler(({ context }) => runAllAnswerTests(context.workspace)),
    citable: os.citable.handler(({ context, input }) => listCitable(context.workspace, input.q)),
  })
}
