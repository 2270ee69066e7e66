import { bigint, pgTable, real, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The thresholds that decide between answer, suggest and refuse, fitted to a workspace's own content. */
export const answerCalibrations = pgTable('answer_calibrations', {
  workspaceId: uuid('workspace_id').primaryKey(),
  answerThreshold: real('answer_threshold').notNull(),
  refuseThreshold: real('refuse_threshold').notNull(),
  contentVersion: bigint('content_version', { mode: 'number' }).notNull(),
  computedAt: timestamp('computed_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})
