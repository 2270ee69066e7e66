import { z } from 'zod'
import { idSchema, plainText, timestamp } from '../../kernel/wire.ts'
import { savedFaqSchema } from '../faqs/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const OUTCOMES = ['answered', 'suggested', 'refused', 'unavailable'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const QUESTIONS_PAGE_SIZE = 10

/** What an answer rests on: a FAQ or a passage of a document, page, text or item. */
export const answerSourceSchema = z.object({
  kind: z.enum(['faq', 'chunk']),
  id: idSchema,
  title: z.string(),
  url: z.string().nullable(),
  excerpt: z.string(),
})
export type AnswerSource = z.output<typeof answerSourceSchema>

export const questionSchema = z.object({
  id: idSchema,
  question: z.string(),
  answer: z.string(),
  outcome: z.enum(OUTCOMES),
  confidence: z.number().nullable(),
  sources: z.array(answerSourceSchema),
  page_url: z.string().nullable(),
  vote: z.enum(['up', 'down']).nullable(),
  created_at: timestamp,
})
export type Question = z.output<typeof questionSchema>

/** A visitor who left an address with a question. */
export const visitorInput = z.object({ email: z.email({ error: 'Please enter a valid email address.' }).max(254) })

/** What is kept of a visitor: their questions, and the others of the same conversations. */
export const visitorDataSchema = z.object({
  questions: z.number().int(),
  first_asked_at: timestamp.nullable(),
  last_asked_at: timestamp.nullable(),
})
export type VisitorData = z.output<typeof visitorDataSchema>

export const questionsContract = {
  list: workspaceProcedure('question.read')
    .route({ method: 'GET', path: '/questions', tags: ['Questions'], summary: 'List visitor questions, newest first' })
    .input(
      z.object({
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: z.string().max(500).optional(),
        q: plainText().max(200).optional(),
        /** Inclusive bounds. */
        from: timestamp.optional(),
        to: timestamp.optional(),
        outcome: z.enum(OUTCOMES).optional(),
      }),
    )
    .output(z.object({ items: z.array(questionSchema), next_cursor: z.string().nullable(), total: z.number().int() })),
  unread: workspaceProcedure('question.read').output(z.object({ count: z.number().int() })),
  markViewed: workspaceProcedure('question.read', { writes: true, duringPaywall: true }).output(
    z.object({ count: z.literal(0) }),
  ),
  delete: workspaceProcedure('question.write', { writes: true, ids: { id: 'question' } })
    .input(z.object({ id: idSchema }))
    .output(z.object({ deleted: z.literal(true) })),
  deleteAll: workspaceProcedure('question.bulk', { writes: true }).output(z.object({ deleted: z.number().int() })),
  visitors: {
    find: workspaceProcedure('visitor.erase').input(visitorInput).output(visitorDataSchema),
    erase: workspaceProcedure('visitor.erase', { writes: true, duringPaywall: true })
      .input(visitorInput)
      .output(z.object({ erased: z.number().int() })),
  },
  /** A draft FAQ in General from the question and its answer; `overrides` are what the person changed in the dialog. */
  moveToFaq: workspaceProcedure('question.write', { writes: true, ids: { id: 'question' } })
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
  moveAllToFaqs: workspaceProcedure('question.bulk', { writes: true }).output(z.object({ moved: z.number().int() })),
}
