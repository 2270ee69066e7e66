import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { questionsContract } from '../contract.ts'
import { deleteAllQuestions, deleteQuestion } from './delete-questions.ts'
import { moveAllToFaqs, moveToFaq } from './move-to-faq.ts'
import { listQuestions } from './questions.queries.ts'
import { countUnread, markViewed } from './unread.ts'

export function createQuestionsRoutes({ inWorkspace }: Guards) {
  const os = implement(questionsContract).$context<RequestContext>()
  return os.router({
    list: os.list.use(inWorkspace).handler(({ context, input }) => listQuestions(context.workspace, input)),
    unread: os.unread.use(inWorkspace).handler(async ({ context }) => ({ count: await countUnread(context.workspace) })),
    markViewed: os.markViewed.use(inWorkspace).handler(async ({ context }) => {
      await markViewed(context.workspace)
      return { count: 0 as const }
    }),
    delete: os.delete.use(inWorkspace).handler(async ({ context, input }) => {
      await deleteQuestion(context.workspace, input.id)
      return { deleted: true as const }
    }),
    deleteAll: os.deleteAll.use(inWorkspace).handler(async ({ context }) => ({ deleted: await deleteAllQuestions(context.workspace) })),
    moveToFaq: os.moveToFaq.use(inWorkspace).handler(({ context, input }) => moveToFaq(context.workspace, input)),
    moveAllToFaqs: os.moveAllToFaqs.use(inWorkspace).handler(async ({ context }) => ({ moved: await moveAllToFaqs(context.workspace) })),
  })
}
