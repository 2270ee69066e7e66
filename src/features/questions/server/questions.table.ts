import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import type { AnswerReasons, AnswerSource } from '../contract.ts'

/**
 * Questions of visitors with their answers. The specification calls the table messages; the view workspace_messages
 * reads it.
 */
export const messages = pgTable(
  'messages',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    question: text('question').notNull(),
    /** Detected language of the question, BCP 47. */
    language: text('language').notNull().default(''),
    answer: text('answer').notNull(),
    outcome: text('outcome', { enum: ['answered', 'suggested', 'refused', 'unavailable'] }).notNull(),
    /** Probability that an answer is right. */
    confidence: real('confidence'),
    reasons: jsonb('reasons').$type<AnswerReasons>(),
    /** Asks for no content: a greeting, thanks, a request for a person. */
    isSmallTalk: boolean('is_small_talk').notNull().default(false),
    sources: jsonb('sources').$type<AnswerSource[]>().notNull().default([]),
    vote: text('vote', { enum: ['up', 'down'] }),
    voteReason: text('vote_reason'),
    visitorEmail: text('visitor_email'),
    /** Note of the visitor when asking for a person. */
    visitorNote: text('visitor_note'),
    handoffRequestedAt: instant('handoff_requested_at'),
    handoffNotifiedAt: instant('handoff_notified_at'),
    pageUrl: text('page_url'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Time of marking as done, and the user's name at that time. */
    doneAt: instant('done_at'),
    doneBy: text('done_by'),
    /** The FAQ that it became or was added to, which may be gone since. */
    faqId: uuid('faq_id'),
    /** A member of the workspace. */
    assigneeId: uuid('assignee_id'),
    snoozedUntil: instant('snoozed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('messages_newest').on(table.workspaceId, table.createdAt, table.id),
    index('messages_id').on(table.id),
    index('messages_conversation').on(table.workspaceId, table.conversationId, table.id),
    index('messages_visitor_email')
      .on(table.workspaceId, sql`lower(${table.visitorEmail})`)
      .where(sql`${table.visitorEmail} is not null`),
    // The views of what is still to do: small beside everything that was ever asked.
    index('messages_unanswered')
      .on(table.workspaceId, table.id)
      .where(sql`${table.outcome} <> 'answered' and ${table.doneAt} is null`),
    index('messages_down_voted')
      .on(table.workspaceId, table.id)
      .where(sql`${table.vote} = 'down' and ${table.doneAt} is null`),
    index('messages_waiting')
      .on(table.workspaceId, table.id)
      .where(sql`${table.handoffRequestedAt} is not null and ${table.doneAt} is null`),
    index('messages_snoozed')
      .on(table.workspaceId, table.id)
      .where(sql`${table.snoozedUntil} is not null and ${table.doneAt} is null`),
    index('messages_assignee')
      .on(table.workspaceId, table.assigneeId, table.id)
      .where(sql`${table.assigneeId} is not null`),
  ],
)

/** Email replies to visitors. The writer's browser creates the id: the same id is the same email. */
export const messageReplies = pgTable(
  'message_replies',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    messageId: uuid('message_id').notNull(),
    text: text('text').notNull(),
    toEmail: text('to_email').notNull(),
    authorId: uuid('author_id'),
    /** As they were called when they wrote it. */
    authorName: text('author_name').notNull(),
    /** `queued` waits for a worker; `sending` is with the mail server, or was when the process ended. */
    state: text('state', { enum: ['queued', 'sending', 'sent', 'failed'] }).notNull(),
    failure: text('failure'),
    /** Marks the question as done when this is sent. */
    thenDone: boolean('then_done').notNull().default(false),
    /** Counts the tries, each of which a person asked for. */
    attempt: integer('attempt').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    claimedAt: instant('claimed_at'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    foreignKey({
      columns: [table.workspaceId, table.messageId],
      foreignColumns: [messages.workspaceId, messages.id],
    }).onDelete('cascade'),
    index('message_replies_message').on(table.workspaceId, table.messageId, table.id),
    index('message_replies_newest').on(table.workspaceId, table.createdAt),
  ],
)

/** Which source helped to answer which question: its FAQ, document, page, text or item. */
export const messageSources = pgTable(
  'message_sources',
  {
    workspaceId: uuid('workspace_id').notNull(),
    sourceId: uuid('source_id').notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.sourceId, table.messageId] }),
    foreignKey({
      columns: [table.workspaceId, table.messageId],
      foreignColumns: [messages.workspaceId, messages.id],
    }).onDelete('cascade'),
    index('message_sources_message').on(table.workspaceId, table.messageId),
  ],
)
