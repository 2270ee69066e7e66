import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../../platform/db/columns.ts'

/** The pages the widget was last seen on: proof of the installation, and nothing of who visited. */
export const widgetPages = pgTable(
  'widget_pages',
  {
    workspaceId: uuid('workspace_id').notNull(),
    /** Origin and path, without query and fragment. */
    pageUrl: text('page_url').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.pageUrl] })],
)
