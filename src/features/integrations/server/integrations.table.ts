import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

/** A connected external service. */
export const integrations = pgTable(
  'integrations',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type', { enum: ['notion', 'google-drive'] }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSyncAt: instant('last_sync_at'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
)
