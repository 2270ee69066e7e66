import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** The categories of a workspace in their order. Without any row they are the specified seven. */
export const faqCategories = pgTable(
  'faq_categories',
  {
    workspaceId: uuid('workspace_id').notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    /** What a FAQ without a category gets; exactly one is. It can be renamed, not deleted. */
    isDefault: boolean('is_default').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.name] })],
)
