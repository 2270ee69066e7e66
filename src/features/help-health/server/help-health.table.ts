import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
  (table) => [primaryKey({ columns: [table.workspaceId, table.faqId] })],
)
