import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../../platform/db/columns.ts'

/** Images that were uploaded for answers. Their bytes are in the storage, under this name. */
export const faqImages = pgTable(
  'faq_images',
  {
    workspaceId: uuid('workspace_id').notNull(),
    /** Ends in the size in pixels: `{id}-{width}x{height}.webp`. */
    name: text('name').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.name] }),
    index('faq_images_created').on(table.createdAt),
  ],
)
