import { bigint, pgTable, real, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

/** The thresholds that decide between answer, suggest and refuse, fitted to a workspace's own content. */
export const answerCalibrations = pgTable('answer_calibrations', {
  workspaceId: uuid('workspace_id').primaryKey(),
  answerThreshold: real('answer_threshold').notNull(),
  refuseThreshold: real('refuse_threshold').notNull(),
  contentVersion: bigint('content_version', { mode: 'number' }).notNull(),
  computedAt: instant('computed_at').notNull().defaultNow(),
})
