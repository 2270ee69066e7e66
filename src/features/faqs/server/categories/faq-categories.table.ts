import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** The categories of a workspace in their order. Without any row they are the specified seven. */
export const faqCategories = pgTable(
  'faq_categories',
  {
    workspaceId: uuid('workspace_id').notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    /** Category of FAQs without one; exactly one category is the default. It can be renamed, not deleted. */
    isDefault: boolean('is_default').notNull().default(false),
    /** Names it had before, and those of deleted categories whose FAQs it got: their addresses lead to it. */
    formerNames: text('former_names').array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.name] })],
)
