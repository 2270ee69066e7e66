import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import type { AnswerSource } from '../contract.ts'

/** What visitors asked and were told. The specification calls the table messages; the view workspace_messages reads it. */
export const messages = pgTable(
  'messages',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    outcome: text('outcome', { enum: ['answered', 'suggested', 'refused', 'unavailable'] }).notNull(),
    confidence: real('confidence'),
    sources: jsonb('sources').$type<AnswerSource[]>().notNull().default([]),
    vote: text('vote', { enum: ['up', 'down'] }),
    voteReason: text('vote_reason'),
    visitorEmail: text('visitor_email'),
    /** What the visitor added when asking for a person. */
    visitorNote: text('visitor_note'),
    handoffRequestedAt: instant('handoff_requested_at'),
    handoffNotifiedAt: instant('handoff_notified_at'),
    pageUrl: text('page_url'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('messages_newest').on(t.workspaceId, t.createdAt, t.id),
    index('messages_id').on(t.id),
    index('messages_conversation').on(t.workspaceId, t.conversationId, t.id),
    index('messages_visitor_email')
      .on(t.workspaceId, sql`lower(${t.visitorEmail})`)
      .where(sql`${t.visitorEmail} is not null`),
  ],
)
