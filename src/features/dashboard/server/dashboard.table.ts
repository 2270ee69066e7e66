import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Computed figures, fresh until `expires_at`. */
export const dashboardCache = pgTable(
  'dashboard_cache',
  {
    workspaceId: uuid('workspace_id').notNull(),
    cacheKey: text('cache_key').notNull(),
    cacheData: jsonb('cache_data').notNull(),
    expiresAt: at('expires_at').notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.cacheKey] })],
)
