import { bigint, boolean, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

/** Token usage of a workspace by day in UTC; estimated when the service reports none. */
export const modelUsage = pgTable(
  'model_usage',
  {
    workspaceId: uuid('workspace_id').notNull(),
    day: date('day').notNull(),
    calls: integer('calls').notNull(),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull(),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull(),
    /** True for the day on which the owners were warned that the month's budget is nearly used up. */
    warned: boolean('warned').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.day] })],
)
