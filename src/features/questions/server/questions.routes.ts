import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { questionsContract } from '../contract.ts'
import { addToFaq, takeFromFaq } from './add-to-faq.ts'
import { deleteAllQuestions, deleteQuestion } from './delete-questions.ts'
import { filterValues } from './filters/filter-values.ts'
import { questionsHelpedBy } from './helped-by.ts'
import { setDone } from './mark-done.ts'
import { countMovable, moveAllToFaqs } from './move-all-to-faqs.ts'
import { moveToFaq } from './move-to-faq.ts'
import { questionDetails } from './question-details.ts'
import { listQuestions } from './questions.queries.ts'
import { replyToVisitor } from './reply-to-visitor.ts'
import { similarFaqs } from './similar-faqs.ts'
import { assignQuestion } from './teamwork/assign-question.ts'
import { addNote, deleteNote } from './teamwork/question-notes.ts'
import {
  createSavedReply,
  deleteSavedReply,
  getSavedReply,
  listSavedReplies,
  updateSavedReply,
} from './teamwork/saved-replies.ts'
import { snoozeQuestion } from './teamwork/snooze-question.ts'
import { countUnread, markViewed } from './unread.ts'
import { countViews } from './views.ts'
import { eraseVisitorData, findVisitorData } from './visitor-data.ts'

export function createQuestionsRoutes({ inWorkspace }: Guards) {
  const procedures = implement(questionsContract).$context<RequestContext>().use(inWorkspace)
  return procedures.router({
    list: procedures.list.handler(({ context, input }) => listQuestions(context.workspace, input)),
    filters: procedures.filters.handler(({ context }) => filterValues(context.workspace)),
    views: procedures.views.handler(({ context }) => countViews(context.workspace)),
    details: procedures.details.handler(({ context, input }) => questionDetails(context.workspace, input.id)),
    helpedBy: procedures.helpedBy.handler(({ context, input }) =>
      questionsHelpedBy(context.workspace, input.source_id),
    ),
    unread: procedures.unread.handler(async ({ context }) => ({ count: await countUnread(context.workspace) })),
    markViewed: procedures.markViewed.handler(async ({ context }) => {
      await markViewed(context.workspace)
      return { count: 0 as const }
    }),
    setDone: procedures.setDone.handler(({ context, input }) => setDone(context.workspace, input)),
    assign: procedures.assign.handler(({ context, input }) => assignQuestion(context.workspace, input)),
    snooze: procedures.snooze.handler(({ context, input }) => snoozeQuestion(context.workspace, input)),
    notes: {
      add: procedures.notes.add.handler(({ context, input }) => addNote(context.workspace, input)),
      delete: procedures.notes.delete.handler(async ({ context, input }) => {
        await deleteNote(context.workspace, input)
        return { deleted: true as const }
      }),
    },
    savedReplies: {
      list: procedures.savedReplies.list.handler(async ({ context }) => ({
        items: await listSavedReplies(context.workspace),
      })),
      create: procedures.savedReplies.create.handler(({ context, input }) =>
        createSavedReply(context.workspace, input),
      ),
      get: procedures.savedReplies.get.handler(({ context, input }) => getSavedReply(context.workspace, input.id)),
      update: procedures.savedReplies.update.handler(({ context, input }) =>
        updateSavedReply(context.workspace, input),
      ),
      delete: procedures.savedReplies.delete.handler(async ({ context, input }) => {
        await deleteSavedReply(context.workspace, input.id)
        return { deleted: true as const }
      }),
    },
    reply: procedures.reply.handler(({ context, input }) => replyToVisitor(context.workspace, input)),
    delete: procedures.delete.handler(async ({ context, input }) => {
      await deleteQuestion(context.workspace, input.id)
      return { deleted: true as const }
    }),
    deleteAll: procedures.deleteAll.handler(async ({ context }) => ({
      deleted: await deleteAllQuestions(context.workspace),
    })),
    visitors: {
      find: procedures.visitors.find.handler(({ context, input }) => findVisitorData(context.workspace, input.email)),
      erase: procedures.visitors.erase.handler(async ({ context, input }) => ({
        erased: await eraseVisitorData(context.workspace, input.email),
      })),
    },
    moveToFaq: procedures.moveToFaq.handler(({ context, input }) => moveToFaq(context.workspace, input)),
    movable: procedures.movable.handler(({ context }) => countMovable(context.workspace)),
    moveAllToFaqs: procedures.moveAllToFaqs.handler(({ context }) => moveAllToFaqs(context.workspace)),
    similarFaqs: procedures.similarFaqs.handler(async ({ context, input }) => ({
      items: await similarFaqs(context.workspace, input),
    })),
    addToFaq: procedures.addToFaq.handler(({ context, input }) => addToFaq(context.workspace, input)),
    takeFromFaq: procedures.takeFromFaq.handler(async ({ context, input }) => ({
      taken: await takeFromFaq(context.workspace, input),
    })),
  })
}
