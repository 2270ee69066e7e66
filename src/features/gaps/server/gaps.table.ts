import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import type { Blocker, Gap } from '../contract.ts'

/** Vectors of 8-bit numbers, as bytes. */
const byteColumn = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Questions of visitors that mean the same and found no answer. What is counted here is counted from
 * `gap_questions` whenever these change, so that lists of gaps need not.
 */
export const gaps = pgTable(
  'gaps',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    /** `merged`: its questions went to `merged_into`; kept so that they can be taken back. */
    state: text('state', { enum: ['open', 'resolved', 'dismissed', 'merged'] })
      .notNull()
      .default('open'),
    mergedInto: uuid('merged_into'),
    dismissReason: text('dismiss_reason'),
    dismissNote: text('dismiss_note'),
    /** Name of the user who dismissed it, at that time. */
    dismissedBy: text('dismissed_by'),
    /** The FAQ made of it, which may be gone since. */
    faqId: uuid('faq_id'),
    verificationState: text('verification_state', { enum: ['none', 'waiting', 'passed', 'failed'] })
      .notNull()
      .default('none'),
    verifiedAt: instant('verified_at'),
    verificationAsked: integer('verification_asked').notNull().default(0),
    verificationFailed: integer('verification_failed').notNull().default(0),
    /** The source that answers most of its questions, where no FAQ was made of it. */
    answeredBy: jsonb('answered_by').$type<Gap['answered_by']>(),
    reopenedAt: instant('reopened_at'),
    /** The representative question of the gap. */
    representativeId: uuid('representative_id'),
    asked: integer('asked').notNull().default(0),
    visitors: integer('visitors').notNull().default(0),
    lastAskedAt: instant('last_asked_at').notNull().defaultNow(),
    /** A person merged, split or moved its questions: grouping adds to it and takes nothing away. */
    isCorrected: boolean('is_corrected').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.id] }),
    index('gaps_ranked').on(
      columns.workspaceId,
      columns.state,
      columns.visitors.desc().nullsFirst(),
      columns.lastAskedAt.desc().nullsFirst(),
      columns.id,
    ),
    index('gaps_faq').on(columns.workspaceId, columns.faqId).where(sql`${columns.faqId} is not null`),
  ],
)

/** Which gap a question belongs to. It goes with its question: the hand-written part of the migration sees to that. */
export const gapQuestions = pgTable(
  'gap_questions',
  {
    workspaceId: uuid('workspace_id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** Null until it is placed. */
    gapId: uuid('gap_id'),
    /** One visit counts as one visitor. */
    visitorId: uuid('visitor_id').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** A hash of its words: equal for questions that differ in case and punctuation alone. Empty until it is placed. */
    questionKey: text('question_key').notNull().default(''),
    language: text('language').notNull().default(''),
    /** Its meaning, and the model that computed it; null without one. */
    vector: byteColumn('vector'),
    vectorModel: text('vector_model'),
    /** The gap it was in before a person merged or split. */
    mergedFrom: uuid('merged_from'),
    verification: text('verification', { enum: ['passed', 'failed'] }),
    blocker: jsonb('blocker').$type<Blocker>(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.messageId] }),
    foreignKey({
      columns: [columns.workspaceId, columns.gapId],
      foreignColumns: [gaps.workspaceId, gaps.id],
    }),
    index('gap_questions_gap').on(columns.workspaceId, columns.gapId, columns.askedAt),
    index('gap_questions_key').on(columns.workspaceId, columns.questionKey),
    index('gap_questions_waiting').on(columns.workspaceId, columns.messageId).where(sql`${columns.gapId} is null`),
  ],
)
