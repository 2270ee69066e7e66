import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

export const faqs = pgTable(
  'faqs',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    category: text('category').notNull(),
    status: text('status', { enum: ['draft', 'published', 'archived'] }).notNull(),
    displayOrder: integer('display_order').notNull(),
    normalizedQuestion: text('normalized_question').notNull(),
    alternativeQuestions: text('alternative_questions').array().notNull().default([]),
    /** Detected language of the question and answer, BCP 47. */
    language: text('language').notNull().default(''),
    /** Names the FAQ in public addresses; kept when the question changes, so that links stay good. */
    slug: text('slug').notNull(),
    /** Counts the saved changes of what it says; a change of its place in the order is none. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    unique('faqs_slug').on(table.workspaceId, table.slug),
    index('faqs_order').on(table.workspaceId, table.displayOrder),
    index('faqs_normalized').on(table.workspaceId, table.normalizedQuestion),
    index('faqs_with_images').on(table.workspaceId).where(sql`answer like '%/files/images/%' and status = 'published'`),
  ],
)
