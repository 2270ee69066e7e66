import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, plainText } from '../../kernel/wire.ts'
import { QUESTION_MAX, savedFaqSchema } from '../faqs/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'
import { questionFilter, questionFiltersSchema } from './contract/filters.ts'
import {
  movableSchema,
  movedSchema,
  namedFaqSchema,
  QUESTION_VIEWS,
  questionDetailsSchema,
  questionSchema,
  replyInput,
  replySchema,
  similarFaqSchema,
  UNTAGGED_DETAILS,
  visitorDataSchema,
  visitorInput,
} from './contract/schemas.ts'
import { teamworkContract } from './contract/teamwork.ts'
import './contract/events.ts'

export * from './contract/filters.ts'
export * from './contract/schemas.ts'
export * from './contract/teamwork.ts'

const oneQuestion = z.object({ id: idSchema })
const onQuestion = { writes: true, ids: { id: 'question' } }
const conditionalOnQuestion = { ...onQuestion, conditional: true } as const

export const questionsContract = {
  list: workspaceProcedure('question.read')
    .route(rest('GET /questions', 'Questions', 'List visitor questions, newest first'))
    .input(
      questionFilter.extend({
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: z.string().max(500).optional(),
      }),
    )
    .output(z.object({ items: z.array(questionSchema), next_cursor: z.string().nullable(), total: z.number().int() })),
  /** Values that the last questions have, the most frequent first. */
  filters: workspaceProcedure('question.read')
    .route(rest('GET /questions/filters', 'Questions', 'List pages, sources and languages of the last questions'))
    .output(questionFiltersSchema),
  /** Number of questions per view, regardless of filters. */
  views: workspaceProcedure('question.read')
    .route(rest('GET /questions/counts', 'Questions', 'Count questions by view'))
    .output(z.record(z.enum(QUESTION_VIEWS), z.number().int())),
  details: workspaceProcedure('question.read', { untagged: UNTAGGED_DETAILS, ids: { id: 'question' } })
    .route(rest('GET /questions/{id}', 'Questions', 'Read a question with its conversation'))
    .input(oneQuestion)
    .output(questionDetailsSchema),
  /** Which questions a FAQ, document, page, text or item helped to answer, the newest first, and how many there are. */
  helpedBy: workspaceProcedure('question.read')
    .route(
      rest('GET /helped-questions/{source_id}', 'Questions', 'List questions that a FAQ or source helped to answer'),
    )
    .input(z.object({ source_id: idSchema }))
    .output(
      z.object({
        items: z.array(questionSchema.pick({ id: true, question: true, vote: true, created_at: true })),
        total: z.number().int(),
      }),
    ),
  unread: workspaceProcedure('question.read').output(z.object({ count: z.number().int() })),
  markViewed: workspaceProcedure('question.read', { writes: true, duringPaywall: true }).output(
    z.object({ count: z.literal(0) }),
  ),
  setDone: workspaceProcedure('question.write', conditionalOnQuestion)
    .route(rest('PATCH /questions/{id}', 'Questions', 'Mark a question as done or not done'))
    .input(oneQuestion.extend({ done: z.boolean() }))
    .output(questionSchema),
  ...teamworkContract,
  reply: workspaceProcedure('question.write', onQuestion)
    .route(rest('POST /questions/{id}/replies', 'Questions', 'Reply to a visitor by email'))
    .input(replyInput)
    .output(replySchema),
  delete: workspaceProcedure('question.write', conditionalOnQuestion)
    .route(rest('DELETE /questions/{id}', 'Questions', 'Delete a question'))
    .input(oneQuestion)
    .output(z.object({ deleted: z.literal(true) })),
  deleteAll: workspaceProcedure('question.bulk', { writes: true })
    .route(rest('POST /questions/delete-all', 'Questions', 'Delete all questions'))
    .output(z.object({ deleted: z.number().int() })),
  visitors: {
    find: workspaceProcedure('visitor.erase')
      .route(rest('POST /visitor-data/find', 'Questions', 'Count the data of a visitor'))
      .input(visitorInput)
      .output(visitorDataSchema),
    erase: workspaceProcedure('visitor.erase', { writes: true, duringPaywall: true })
      .route(rest('POST /visitor-data/erase', 'Questions', 'Erase the data of a visitor'))
      .input(visitorInput)
      .output(z.object({ erased: z.number().int() })),
  },
  /** A draft FAQ in General from the question and its answer; `overrides` are what the person changed in the dialog. */
  moveToFaq: workspaceProcedure('question.write', onQuestion)
    .route(rest('POST /questions/{id}/faq', 'Questions', 'Make a FAQ of a question', { successStatus: 201 }))
    .input(
      z.object({
        id: idSchema,
        overrides: z
          .object({
            question: plainText().max(500).optional(),
            answer: plainText().max(20_000).optional(),
            category: plainText().max(60).optional(),
            status: z.enum(['draft', 'published']).optional(),
            alternative_questions: z.array(plainText().max(500)).max(50).optional(),
          })
          .default({}),
      }),
    )
    .output(savedFaqSchema),
  /** Preview of `moveAllToFaqs`. */
  movable: workspaceProcedure('question.bulk')
    .route(rest('GET /questions/movable', 'Questions', 'Count questions that can become FAQs'))
    .output(movableSchema),
  /** A draft from every question that is not in a FAQ yet; an empty answer where the question was not answered. */
  moveAllToFaqs: workspaceProcedure('question.bulk', { writes: true })
    .route(rest('POST /questions/move-to-faqs', 'Questions', 'Make draft FAQs of all questions'))
    .output(movedSchema),
  /** The FAQs nearest to the question, or to `q`, the nearest first; archived ones are left out. */
  similarFaqs: workspaceProcedure('question.read', { ids: { id: 'question' } })
    .route(rest('GET /questions/{id}/similar-faqs', 'Questions', 'List FAQs near to a question'))
    .input(oneQuestion.extend({ q: plainText().max(QUESTION_MAX).optional() }))
    .output(z.object({ items: z.array(similarFaqSchema) })),
  /** Adds the question to a FAQ as another way of asking it. `added` is false where the FAQ has it already. */
  addToFaq: workspaceProcedure('question.write', { writes: true, ids: { id: 'question', faq_id: 'faq' } })
    .route(rest('POST /questions/{id}/alternatives', 'Questions', 'Add a question to a FAQ as an alternative'))
    .input(oneQuestion.extend({ faq_id: idSchema }))
    .output(z.object({ faq: namedFaqSchema, added: z.boolean(), marked_done: z.boolean() })),
  /** Takes it out again. */
  takeFromFaq: workspaceProcedure('question.write', { writes: true, ids: { id: 'question', faq_id: 'faq' } })
    .route(
      rest('POST /questions/{id}/alternatives/remove', 'Questions', 'Remove a question from the alternatives of a FAQ'),
    )
    .input(oneQuestion.extend({ faq_id: idSchema, reopen: z.boolean().default(false) }))
    .output(z.object({ taken: z.boolean() })),
}
