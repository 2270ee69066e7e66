import { bigint, date, integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

/** The thresholds that decide between answer, suggest and refuse, fitted to a workspace's own content. */
export const answerCalibrations = pgTable('answer_calibrations', {
  workspaceId: uuid('workspace_id').primaryKey(),
  answerThreshold: real('answer_threshold').notNull(),
  refuseThreshold: real('refuse_threshold').notNull(),
  contentVersion: bigint('content_version', { mode: 'number' }).notNull(),
  /** The scale of confidence they were fitted on. */
  fit: text('fit').notNull().default(''),
  computedAt: instant('computed_at').notNull().defaultNow(),
})

/** Token usage of a workspace by day in UTC; estimated when the service reports none. */
export const modelUsage = pgTable(
  'model_usage',
  {
    workspaceId: uuid('workspace_id').notNull(),
    day: date('day').notNull(),
    calls: integer('calls').notNull(),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull(),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.day] })],
)
