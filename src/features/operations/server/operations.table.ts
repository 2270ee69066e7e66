import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Facts about this installation, such as that its demo has been seeded. */
export const instanceState = pgTable('instance_state', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})
