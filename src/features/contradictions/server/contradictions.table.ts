import { bigint, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { DIFFERENCE_KINDS } from '../contract.ts'
import type { Quote } from '../domain/contradiction.ts'

/** Entries of the index that were compared. The text of an entry with a given number never changes. */
export const comparedTexts = pgTable(
  'compared_texts',
  {
    workspaceId: uuid('workspace_id').notNull(),
    entryNo: bigint('entry_no', { mode: 'number' }).notNull(),
    /** Hash of the text: entries with the same text have the same hash. */
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.entryNo] }),
    index('compared_texts_hash').on(table.workspaceId, table.hash),
  ],
)

/** Two texts that contradict each other, identified by their hashes: a changed text makes another pair. */
export const contradictions = pgTable(
  'contradictions',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull(),
    /** The lesser of the two. */
    firstHash: text('first_hash').notNull(),
    secondHash: text('second_hash').notNull(),
    kind: text('kind', { enum: DIFFERENCE_KINDS }).notNull(),
    first: jsonb('first').$type<Quote>().notNull(),
    second: jsonb('second').$type<Quote>().notNull(),
    state: text('state', { enum: ['open', 'dismissed'] })
      .notNull()
      .default('open'),
    /** Name of the user who dismissed it, at that time. */
    dismissedBy: text('dismissed_by'),
    foundAt: instant('found_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    unique('contradictions_pair').on(table.workspaceId, table.firstHash, table.secondHash),
  ],
)
