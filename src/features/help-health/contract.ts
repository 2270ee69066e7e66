import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const STALE_FAQS_PAGE_SIZE = 20
/** Months after which a FAQ is to be reviewed, counted from its last change or review. */
export const REVIEW_AFTER_MONTHS = 6
/** Days that a published FAQ has for helping with a question. */
export const NEVER_ASKED_AFTER_DAYS = 90
/**
 * Votes against a FAQ since its last change or review that put it on the list, if fewer are for it. Votes on answers from
 * it and on its own page count alike.
 */
export const DOWN_VOTES_MIN = 2

/** Reasons for reviewing a FAQ. */
export const STALE_REASONS = ['down_voted', 'unreviewed', 'never_asked'] as const
export type StaleReason = (typeof STALE_REASONS)[number]

/**
 * `unread`: sources that could not be read. `contradictions`: open pairs. `doubtful`: open doubtful answers. `tests`:
 * failing answer tests. The others count published FAQs.
 */
export const HEALTH_PARTS = ['unread', 'doubtful', 'contradictions', 'tests', ...STALE_REASONS] as const
export type HealthPart = (typeof HEALTH_PARTS)[number]

export const healthPartSchema = z.object({
  part: z.enum(HEALTH_PARTS),
  /** Number of what is wrong, and of what could be. */
  count: z.number().int(),
  total: z.number().int(),
  /** Points that it takes from 100, and the most that it can take. */
  lost: z.number().int(),
  weight: z.number().int(),
})
export type MeasuredPart = z.output<typeof healthPartSchema>

export const helpHealthSchema = z.object({
  /** 0 to 100: 100 less the points of all parts. Null while there is neither a published FAQ nor a source. */
  score: z.number().int().nullable(),
  /** Those that take most first. */
  parts: z.array(healthPartSchema),
})
export type HelpHealth = z.output<typeof helpHealthSchema>

export const staleFaqSchema = z.object({
  id: idSchema,
  question: z.string(),
  /** Last change of its text, or review. */
  reviewed_at: timestamp,
  /** The user who reviewed it, by name; null after a change. */
  reviewed_by: z.string().nullable(),
  /** Votes since then on answers from it, and on its own page. */
  up_votes: z.number().int(),
  down_votes: z.number().int(),
})
export type StaleFaq = z.output<typeof staleFaqSchema>

export const helpHealthContract = {
  get: workspaceProcedure('question.read')
    .route(rest('GET /help-health', 'Help health', 'Get the help health and its parts'))
    .output(helpHealthSchema),
  /** Published FAQs to be reviewed, those that were left longest first. */
  staleFaqs: workspaceProcedure('question.read')
    .route(rest('GET /help-health/stale-faqs', 'Help health', 'List FAQs to review'))
    .input(
      z.object({
        reason: z.enum(STALE_REASONS),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        limit: z.coerce.number().int().min(1).max(100).default(STALE_FAQS_PAGE_SIZE),
      }),
    )
    .output(z.object({ items: z.array(staleFaqSchema), total: z.number().int() })),
  /** A person says that the FAQ is still right, or takes that back. */
  setReviewed: workspaceProcedure('faq.write', { writes: true, ids: { id: 'faq' } })
    .route(rest('POST /faqs/{id}/review', 'Help health', 'Mark a FAQ as still right'))
    .input(z.object({ id: idSchema, reviewed: z.boolean() }))
    .output(z.object({ reviewed: z.boolean() })),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'help_health.changed': object
  }
}
