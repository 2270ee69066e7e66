import { pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../../platform/db/columns.ts'

/** Sources that the team does not want as the answer to a question and its close paraphrases. */
export const blockedSources = pgTable(
  'blocked_sources',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    question: text('question').notNull(),
    /** `questionKey` of the question. */
    questionKey: text('question_key').notNull(),
    kind: text('kind', { enum: ['faq', 'chunk'] }).notNull(),
    /** The FAQ, or the document, page, text or item; it may be gone since. */
    sourceId: uuid('source_id').notNull(),
    /** Its title at that time. */
    title: text('title').notNull(),
    /** Name of the user who blocked it, at that time. */
    blockedBy: text('blocked_by'),
    blockedAt: instant('blocked_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    unique('blocked_sources_pair').on(table.workspaceId, table.questionKey, table.sourceId),
  ],
)
