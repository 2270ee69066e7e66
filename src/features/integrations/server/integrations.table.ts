import { boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A connected external service. */
export const integrations = pgTable(
  'integrations',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type', { enum: ['notion', 'google-drive'] }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: at('created_at').notNull().defaultNow(),
    lastSyncAt: at('last_sync_at'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
)
