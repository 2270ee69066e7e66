import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { FAQ_STATUSES, QUESTION_MAX, savedFaqSchema } from '../faqs/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const OUTCOMES = ['answered', 'suggested', 'refused', 'unavailable'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const QUESTIONS_PAGE_SIZE = 10
export const REPLY_MAX = 10_000
/** The other turns of a conversation that are shown with a question. */
export const TURNS_MAX = 50
/** Questions of a visitor's other visits that are shown with a question. */
export const EARLIER_MAX = 20
export const SIMILAR_FAQS_MAX = 8

/** The public `message_id` of an answer: names its workspace and its message. Opaque to callers. */
export const messageReferenceSchema = z.string().regex(/^[0-9a-f]{64}$/, { error: 'This is not a valid message id.' })

/**
 * Parts of the inbox. `all` holds everything; the others are what is still to do: a question that is marked done is in
 * none of them. `domain/views.ts` says which question belongs where.
 */
export const QUESTION_VIEWS = ['all', 'unanswered', 'down_voted', 'waiting'] as const
export type QuestionView = (typeof QUESTION_VIEWS)[number]

/** A source of an answer: a FAQ, or a passage of a document, page, text or item. */
export const voteSchema = z.enum(['up', 'down'])
export type Vote = z.output<typeof voteSchema>

export const answerSourceSchema = z.object({
  kind: z.enum(['faq', 'chunk']),
  id: idSchema,
  /** The FAQ's id, or that of the document, page, text or item. Answers of earlier versions have none. */
  source_id: idSchema.optional(),
  title: z.string(),
  url: z.string().nullable(),
  excerpt: z.string(),
  /** The visitor's vote on this section, where it was shown as one of several. */
  vote: voteSchema.nullish(),
})
export type AnswerSource = z.output<typeof answerSourceSchema>

/** Obstacles to an answer although its section fits. */
export const ANSWER_OBSTACLES = ['platform', 'constraint', 'type', 'comparison', 'words', 'rival', 'follow_up'] as const
export type AnswerObstacle = (typeof ANSWER_OBSTACLES)[number]

/** Grounds of the decision about an answer. */
export const answerReasonsSchema = z.object({
  /** Words of the question that the best section has, and those that it lacks. */
  matched: z.array(z.string()),
  missing: z.array(z.string()),
  obstacle: z.enum(ANSWER_OBSTACLES).nullable(),
})
export type AnswerReasons = z.output<typeof answerReasonsSchema>

export const questionSchema = z.object({
  id: idSchema,
  question: z.string(),
  answer: z.string(),
  outcome: z.enum(OUTCOMES),
  confidence: z.number().nullable(),
  sources: z.array(answerSourceSchema),
  page_url: z.string().nullable(),
  vote: voteSchema.nullable(),
  vote_reason: z.string().nullable(),
  visitor_email: z.string().nullable(),
  /** When the visitor asked for a person. */
  handoff_requested_at: timestamp.nullable(),
  done_at: timestamp.nullable(),
  created_at: timestamp,
})
export type Question = z.output<typeof questionSchema>

/**
 * A mail to a visitor. `sending` until the mail server has taken it (`sent`) or has not (`failed`, with the sentence that
 * says why); `unknown` where the process ended in between.
 */
export const replySchema = z.object({
  id: idSchema,
  text: z.string(),
  to: z.string(),
  author: z.string(),
  state: z.enum(['sending', 'sent', 'failed', 'unknown']),
  failure: z.string().nullable(),
  /** Marks the question as done when this is sent. */
  then_done: z.boolean(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
})
export type Reply = z.output<typeof replySchema>

const turnSchema = questionSchema.pick({
  id: true,
  question: true,
  answer: true,
  outcome: true,
  vote: true,
  page_url: true,
  created_at: true,
})
export type Turn = z.output<typeof turnSchema>

const namedFaqSchema = z.object({ id: idSchema, question: z.string(), status: z.enum(FAQ_STATUSES) })
export type NamedFaq = z.output<typeof namedFaqSchema>

/** `holds`: it asks this question already, in its own words or in an alternative. */
const similarFaqSchema = namedFaqSchema.extend({ holds: z.boolean() })
export type SimilarFaq = z.output<typeof similarFaqSchema>

export const questionDetailsSchema = questionSchema.extend({
  /** Null where nothing was found, and for answers that were not decided on. */
  reasons: answerReasonsSchema.nullable(),
  visitor_note: z.string().nullable(),
  /** Name of the user who marked it as done. */
  done_by: z.string().nullable(),
  /** The FAQ that it became or was added to, as long as there is one. */
  faq: namedFaqSchema.nullable(),
  /** The other questions of the same visit, oldest first. */
  turns: z.array(turnSchema),
  /** Questions of other visits in which the visitor left the same address, newest first. */
  earlier: z.array(turnSchema),
  /** The address to answer to: left with this question or with another one of the visit. */
  reply_to_visitor: z.string().nullable(),
  /** Reply-To of replies: the workspace's contact address. */
  contact_email: z.string().nullable(),
  replies: z.array(replySchema),
})
export type QuestionDetails = z.output<typeof questionDetailsSchema>

/** A visitor who left an address with a question. */
export const visitorInput = z.object({ email: z.email({ error: 'Please enter a valid email address.' }).max(254) })

/** Data of a visitor: their questions and the others of the same conversations. */
export const visitorDataSchema = z.object({
  questions: z.number().int(),
  first_asked_at: timestamp.nullable(),
  last_asked_at: timestamp.nullable(),
})
export type VisitorData = z.output<typeof visitorDataSchema>

/** The client creates the id: sending the same id again does not send a second email. */
export const replyInput = z.object({
  id: idSchema,
  reply_id: idSchema,
  text: requiredText(REPLY_MAX, 'Please write a reply.'),
  /** Marks the question done once the mail is sent. */
  then_done: z.boolean().default(false),
  /** Sends even where it is not known whether the mail has gone out. */
  again: z.boolean().default(false),
})
export type ReplyInput = z.output<typeof replyInput>

/** `in_faqs`: those that are a FAQ already, or were added to one, and are skipped. */
const movableSchema = z.object({
  movable: z.number().int(),
  /** Number of those without an answer, whose drafts need one. */
  needs_answer: z.number().int(),
  in_faqs: z.number().int(),
})
export type Movable = z.output<typeof movableSchema>
const movedSchema = movableSchema.omit({ movable: true }).extend({ moved: z.number().int() })
export type MovedToFaqs = z.output<typeof movedSchema>

const oneQuestion = z.object({ id: idSchema })
const onQuestion = { writes: true, ids: { id: 'question' } }

export const questionsContract = {
  list: workspaceProcedure('question.read')
    .route(rest('GET /questions', 'Questions', 'List visitor questions, newest first'))
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
        view: z.enum(QUESTION_VIEWS).default('all'),
      }),
    )
    .output(z.object({ items: z.array(questionSchema), next_cursor: z.string().nullable(), total: z.number().int() })),
  /** Number of questions per view, regardless of filters. */
  views: workspaceProcedure('question.read')
    .route(rest('GET /questions/counts', 'Questions', 'Count questions by view'))
    .output(z.record(z.enum(QUESTION_VIEWS), z.number().int())),
  details: workspaceProcedure('question.read', { ids: { id: 'question' } })
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
  setDone: workspaceProcedure('question.write', onQuestion)
    .route(rest('PATCH /questions/{id}', 'Questions', 'Mark a question as done or not done'))
    .input(oneQuestion.extend({ done: z.boolean() }))
    .output(questionSchema),
  reply: workspaceProcedure('question.write', onQuestion)
    .route(rest('POST /questions/{id}/replies', 'Questions', 'Reply to a visitor by email'))
    .input(replyInput)
    .output(replySchema),
  delete: workspaceProcedure('question.write', onQuestion)
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

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** `continues_conversation`: it may follow other questions of the same visit. */
    'question.created': { id: string; outcome: Outcome; continues_conversation: boolean }
    /** Null: many changed. */
    'question.changed': { id: string | null }
    'question.deleted': { id: string | null }
    'question.voted': { id: string }
    'question.handoff': { id: string }
    /** The mail server took the reply. */
    'question.replied': { id: string; reply_id: string }
    'question.reply': { id: string; reply_id: string; attempt: number }
    'questions.viewed': object
  }
}
