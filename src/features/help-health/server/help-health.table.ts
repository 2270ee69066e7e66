import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

/** The last time that a person said that a FAQ is still right. It goes with its FAQ, as the migration says. */
export const faqReviews = pgTable(
  'faq_reviews',
  {
    workspaceId: uuid('workspace_id').notNull(),
    faqId: uuid('faq_id').notNull(),
    reviewedAt: instant('reviewed_at').notNull().defaultNow(),
    /** Name of the user, at that time. */
    reviewedBy: text('reviewed_by'),
  },
  (columns) => [primaryKey({ columns: [columns.workspaceId, columns.faqId] })],
)

/**
 * Votes of visitors on the page of a FAQ, one a row, without anything on the visitor. They go with their FAQ, as the
 * migration says.
 */
export const faqVotes = pgTable(
  'faq_votes',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    faqId: uuid('faq_id').notNull(),
    vote: text('vote', { enum: ['up', 'down'] }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.id] }),
    index('faq_votes_faq').on(columns.workspaceId, columns.faqId, columns.createdAt),
  ],
)
