import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import type { Shortfall, TestedAnswer } from '../contract.ts'

/** Questions with what their answers must hold, and what came of asking them. */
export const answerTests = pgTable(
  'answer_tests',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    question: text('question').notNull(),
    mustContain: text('must_contain').array().notNull().default([]),
    citesKind: text('cites_kind', { enum: ['faq', 'source'] }),
    citesId: uuid('cites_id'),
    /** As it was called when it was chosen: it may be gone since. */
    citesTitle: text('cites_title'),
    state: text('state', { enum: ['failing', 'passing', 'new'] })
      .notNull()
      .default('new'),
    /** When it is to be asked; null: it waits for nothing. */
    dueAt: instant('due_at'),
    /** Incremented by every edit, so that a result of an earlier version is not stored for this one. */
    version: integer('version').notNull().default(1),
    ranAt: instant('ran_at'),
    unavailable: boolean('unavailable').notNull().default(false),
    /** When it began to pass or to fail. */
    since: instant('since'),
    shortfall: jsonb('shortfall').$type<Shortfall>(),
    /** The last answer that passed, and the one that fails now. */
    passing: jsonb('passing').$type<TestedAnswer>(),
    failing: jsonb('failing').$type<TestedAnswer>(),
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.id] }),
    index('answer_tests_due').on(columns.workspaceId, columns.dueAt),
  ],
)
