import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import type { PageRuleInput } from '../contract.ts'

/** The rules of a workspace for the pages that show its widget, in one row: they are read and replaced together. */
export const pageRules = pgTable('page_rules', {
  workspaceId: uuid('workspace_id').primaryKey(),
  rules: jsonb('rules').$type<PageRuleInput[]>().notNull(),
  promptsPerDay: integer('prompts_per_day').notNull(),
  version: integer('version').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
