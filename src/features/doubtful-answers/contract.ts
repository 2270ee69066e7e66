import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, timestamp } from '../../kernel/wire.ts'
import { blockedSourceSchema } from '../answering/contract.ts'
import { answerSourceSchema, namedFaqSchema } from '../questions/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const DOUBTFUL_ANSWERS_PAGE_SIZE = 10
/** Notes of visitors that are shown with an answer, the newest ones. */
export const VOTE_REASONS_MAX = 3

/**
 * `open`: visitors had reason to doubt the answer. `right`: a person said that it is right. `resolved`: the question,
 * asked again after a change of the content, does not get this answer any more.
 */
export const DOUBTFUL_STATES = ['open', 'right', 'resolved'] as const
export type DoubtfulState = (typeof DOUBTFUL_STATES)[number]

/** Number of doubted answers to a question, by the reason for the doubt. */
const doubtsSchema = z.object({
  /** Visitors who voted that it did not help. */
  down_voted: z.number().int(),
  /** Visitors who put the same question in other words next. */
  rephrased: z.number().int(),
  /** Visitors who asked for a person next. */
  handed_off: z.number().int(),
})
export type Doubts = z.output<typeof doubtsSchema>

const answeringSourceSchema = answerSourceSchema.pick({ kind: true, title: true, url: true }).extend({ id: idSchema })

export const doubtfulAnswerSchema = z.object({
  id: idSchema,
  /** The question in the inbox that got it last. */
  question_id: idSchema,
  question: z.string(),
  /** The FAQ that this question became or was added to, as long as there is one. */
  faq: namedFaqSchema.nullable(),
  answer: z.string(),
  sources: z.array(answerSourceSchema),
  state: z.enum(DOUBTFUL_STATES),
  doubts: doubtsSchema,
  /** Reasons that visitors gave with their votes, the newest first. */
  vote_reasons: z.array(z.string()),
  /** The last question that a visitor asked in its place. */
  rephrasing: z.string().nullable(),
  last_doubted_at: timestamp,
  settled_at: timestamp.nullable(),
  /** The user who said that it is right, by name. */
  settled_by: z.string().nullable(),
  /** When resolved: the source that answers now; null when the question gets no answer any more. */
  answered_by: answeringSourceSchema.nullable(),
})
export type DoubtfulAnswer = z.output<typeof doubtfulAnswerSchema>

const one = z.object({ id: idSchema })
const onAnswer = { writes: true, ids: { id: 'doubtful_answer' } }

export const doubtfulAnswersContract = {
  /** Those with the most doubts first; `counts` cover all of them, regardless of filters. */
  list: workspaceProcedure('question.read')
    .route(rest('GET /doubtful-answers', 'Doubtful answers', 'List doubtful answers'))
    .input(
      z.object({
        state: z.enum(DOUBTFUL_STATES).default('open'),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        limit: z.coerce.number().int().min(1).max(100).default(DOUBTFUL_ANSWERS_PAGE_SIZE),
      }),
    )
    .output(
      z.object({
        items: z.array(doubtfulAnswerSchema),
        total: z.number().int(),
        counts: z.record(z.enum(DOUBTFUL_STATES), z.number().int()),
      }),
    ),
  /** The answer is right: later doubts about it count no more, until its source changes. */
  markRight: workspaceProcedure('question.write', onAnswer)
    .route(rest('POST /doubtful-answers/{id}/mark-right', 'Doubtful answers', 'Mark an answer as right'))
    .input(one)
    .output(doubtfulAnswerSchema),
  /** Puts it back into the queue. */
  reopen: workspaceProcedure('question.write', onAnswer)
    .route(rest('POST /doubtful-answers/{id}/reopen', 'Doubtful answers', 'Reopen a doubtful answer'))
    .input(one)
    .output(doubtfulAnswerSchema),
  /** A source of the answer is not used for this question and its close paraphrases any more. */
  block: workspaceProcedure('question.write', { writes: true, ids: { id: 'doubtful_answer', source_id: 'source' } })
    .route(rest('POST /doubtful-answers/{id}/block', 'Doubtful answers', 'Stop using a source for a question'))
    .input(one.extend({ source_id: idSchema }))
    .output(blockedSourceSchema),
  blockedSources: workspaceProcedure('question.read')
    .route(rest('GET /blocked-sources', 'Doubtful answers', 'List sources that are blocked for a question'))
    .output(z.object({ items: z.array(blockedSourceSchema) })),
  unblock: workspaceProcedure('question.write', { writes: true, ids: { id: 'blocked_source' } })
    .route(rest('DELETE /blocked-sources/{id}', 'Doubtful answers', 'Use a blocked source again'))
    .input(one)
    .output(z.object({ unblocked: z.literal(true) })),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'doubtful_answers.changed': object
    /** The answers are to be compared with those of now. */
    'doubtful_answers.recheck_requested': object
  }
}
