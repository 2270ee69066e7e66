import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, timestamp } from '../../kernel/wire.ts'
import { OUTCOMES } from '../questions/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

/** Addresses of the dashboard's single-page application; the server answers them with its page. */
export const APP_PATHS = [
  '/auth',
  '/auth/reset-password',
  '/auth/verify',
  '/auth/confirm-email',
  '/auth/not-me',
  '/account-check',
  '/connect',
  '/invitation',
  '/workspace-setup',
  '/dashboard',
  '/dashboard/integrations',
  '/dashboard/integrations/webhooks/:webhookId',
  '/dashboard/profile',
  '/faq-links',
  '/knowledge',
  '/knowledge/contradictions',
  '/knowledge/health',
  '/messages',
  '/messages/answer-tests',
  '/messages/answer-tests/:testId',
  '/messages/doubtful',
  '/messages/gaps',
  '/messages/gaps/:gapId',
  '/pages',
  '/pages/categories',
  '/pages/import',
  '/pages/suggested',
  '/pages/trash',
  '/profile',
  '/settings',
  '/widgets',
  '/widgets/page-rules',
] as const

/** The derived dashboard statistics; a week is the last 7 days, a month the last 30. */
export const statsSchema = z.object({
  total_faqs: z.number().int(),
  published_faqs: z.number().int(),
  total_documents: z.number().int(),
  total_messages: z.number().int(),
  messages_this_week: z.number().int(),
  messages_this_month: z.number().int(),
  /** When a FAQ last changed; null while there is none. */
  last_update: timestamp.nullable(),
})
export type Stats = z.output<typeof statsSchema>

export const ACTIVITY_ITEMS = 5

export const activityItemSchema = z.object({
  /** `faq-` or `message-` and the id of the record. */
  id: z.string(),
  /** Also decides the icon. */
  type: z.enum(['faq', 'message']),
  title: z.string(),
  description: z.string(),
  timestamp,
})
export type ActivityItem = z.output<typeof activityItemSchema>

/** Maximum number of time intervals per request. */
export const INTERVALS_MAX = 130
export const TOP_QUESTIONS = 5

/** The bounds of intervals that lie end to end, ascending: each holds its beginning and not its end. */
export const insightsInput = z.object({
  edges: z
    .array(timestamp)
    .min(2)
    .max(INTERVALS_MAX + 1)
    .refine(
      (edges) => edges.every((edge, index) => index === 0 || Date.parse(edge) > Date.parse(edges[index - 1] ?? '')),
      {
        error: 'These times are not in ascending order.',
      },
    ),
})

const byOutcome = z.object(
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, z.number().int()])) as Record<
    (typeof OUTCOMES)[number],
    z.ZodInt
  >,
)
export type ByOutcome = z.output<typeof byOutcome>

/** Questions that read the same but for case, spaces and marks at their ends. */
export const askedQuestionSchema = z.object({
  /** The latest of them. */
  id: idSchema,
  question: z.string(),
  outcome: z.enum(OUTCOMES),
  times: z.number().int(),
  last_asked_at: timestamp,
})
export type AskedQuestion = z.output<typeof askedQuestionSchema>

export const insightsSchema = z.object({
  total: z.number().int(),
  outcomes: byOutcome,
  /** One for each interval, in order. */
  intervals: z.array(byOutcome),
  /** Answered, not down-voted, and in a conversation without a handoff request. */
  deflected: z.number().int(),
  votes: z.object({ up: z.number().int(), down: z.number().int() }),
  /** Asked most often first. */
  top: z.array(askedQuestionSchema),
  /** The same of those that were refused or could not be answered. */
  unanswered: z.array(askedQuestionSchema),
})
export type Insights = z.output<typeof insightsSchema>

/** Setup progress of a workspace, derived from its content rather than from clicks. */
export const firstStepsSchema = z.object({
  /** A FAQ is published. */
  published: z.boolean(),
  /** True when a source other than FAQs exists. */
  source: z.boolean(),
  /** A question was asked of the page. */
  asked: z.boolean(),
  /** The widget was seen on a page. */
  embedded: z.boolean(),
  /** An owner has put the guidance away, for everybody. */
  dismissed: z.boolean(),
})
export type FirstSteps = z.output<typeof firstStepsSchema>

export const dashboardContract = {
  stats: workspaceProcedure('workspace.read')
    .route(rest('GET /statistics', 'Statistics', 'Count FAQs and questions'))
    .output(statsSchema),
  /** The latest changes of FAQs and the latest questions, newest first, five in all. */
  activity: workspaceProcedure('workspace.read')
    .route(rest('GET /activity', 'Statistics', 'List the latest changes and questions'))
    .output(z.object({ items: z.array(activityItemSchema) })),
  insights: workspaceProcedure('question.read')
    .route(rest('GET /statistics/questions', 'Statistics', 'Report on what visitors ask'))
    .input(insightsInput)
    .output(insightsSchema),
  firstSteps: workspaceProcedure('workspace.read').output(firstStepsSchema),
  /** Puts the guidance away, or brings it back. */
  dismissFirstSteps: workspaceProcedure('workspace.settings', { writes: true, duringPaywall: true })
    .input(z.object({ dismissed: z.boolean() }))
    .output(firstStepsSchema),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'first_steps.changed': object
  }
}
