import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

/** Computed figures, fresh until `expires_at`; `-infinity` marks what an event has overtaken. */
export const dashboardCache = pgTable(
  'dashboard_cache',
  {
    workspaceId: uuid('workspace_id').notNull(),
    cacheKey: text('cache_key').notNull(),
    cacheData: jsonb('cache_data').notNull(),
    expiresAt: instant('expires_at').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (columns) => [primaryKey({ columns: [columns.workspaceId, columns.cacheKey] })],
)

/** Workspaces whose owners have put the first steps away. */
export const dismissedFirstSteps = pgTable('dismissed_first_steps', {
  workspaceId: uuid('workspace_id').primaryKey(),
  dismissedBy: uuid('dismissed_by'),
  dismissedAt: instant('dismissed_at').notNull().defaultNow(),
})
