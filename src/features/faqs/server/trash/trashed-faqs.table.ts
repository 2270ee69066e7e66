import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../../platform/db/columns.ts'
import type { FaqContent } from '../../contract.ts'

/** Deleted FAQs. A table of their own: nothing that reads FAQs can forget to leave them out. */
export const trashedFaqs = pgTable(
  'trashed_faqs',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    content: jsonb('content').$type<Partial<FaqContent>>().notNull(),
    /** Former position, for Undo. */
    displayOrder: integer('display_order').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The same for all that were deleted at once; sorts by time. */
    deletionId: uuid('deletion_id').notNull(),
    deletedByKind: text('deleted_by_kind', { enum: ['person', 'api_key', 'system'] }).notNull(),
    deletedById: uuid('deleted_by_id'),
    deletedByName: text('deleted_by_name').notNull(),
    deletedAt: instant('deleted_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('trashed_faqs_newest').on(table.workspaceId, table.deletionId, table.displayOrder),
  ],
)
