import { sql } from 'drizzle-orm'
import {
  bigint,
  customType,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SemanticFit } from '../domain/semantic/fit-weight.ts'

/** The number of a transaction; it grows, and is never given twice. */
const transactionNumber = customType<{ data: string }>({ dataType: () => 'xid8' })
const byteaColumn = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Searchable entries: one row per chunk. A replaced chunk gets a new `entry_no`, so a number never changes its text.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    workspaceId: uuid('workspace_id').notNull(),
    entryNo: bigint('entry_no', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    chunkId: uuid('chunk_id').notNull(),
    kind: text('kind', { enum: ['faq', 'passage'] }).notNull(),
    sourceId: uuid('source_id').notNull(),
    language: text('language').notNull(),
    question: text('question').notNull(),
    alternatives: text('alternatives').array().notNull(),
    body: text('body').notNull(),
  },
  (table) => [
    primaryKey({ name: 'search_entries_pk', columns: [table.workspaceId, table.entryNo] }),
    unique('search_entries_chunk').on(table.workspaceId, table.chunkId),
  ],
)

/**
 * Log of added and removed entries, one row per writing statement (by a trigger in the hand-written part of the
 * migration); memory indexes follow it. `deleteOldChangesJob` deletes old rows.
 */
export const searchChanges = pgTable(
  'search_changes',
  {
    workspaceId: uuid('workspace_id').notNull(),
    /** A transaction that wasn't finished at one look has, at the next one, no smaller number than was then the smallest. */
    transactionNo: transactionNumber('transaction_no').notNull().default(sql`pg_current_xact_id()`),
    changeNo: bigint('change_no', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    entryNumbers: bigint('entry_numbers', { mode: 'number' }).array().notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'search_changes_pk', columns: [table.workspaceId, table.transactionNo, table.changeNo] }),
  ],
)

/** Vectors of entries. They go with their entry, whose text never changes under its number. */
export const entryEmbeddings = pgTable(
  'entry_embeddings',
  {
    workspaceId: uuid('workspace_id').notNull(),
    entryNo: bigint('entry_no', { mode: 'number' }).notNull(),
    model: text('model').notNull(),
    dimensions: integer('dimensions').notNull(),
    /** One vector after another, 8 bits a number; null when the model refused the text. */
    vectors: byteaColumn('vectors'),
  },
  (table) => [
    primaryKey({ name: 'entry_embeddings_pk', columns: [table.workspaceId, table.entryNo, table.model] }),
    foreignKey({
      name: 'entry_embeddings_entry',
      columns: [table.workspaceId, table.entryNo],
      foreignColumns: [searchEntries.workspaceId, searchEntries.entryNo],
    }).onDelete('cascade'),
  ],
)

/** The model whose vectors of a workspace are complete, and how much meaning counts in its ranking. */
export const servedEmbeddings = pgTable('served_embeddings', {
  workspaceId: uuid('workspace_id').primaryKey(),
  model: text('model').notNull(),
  /** Grows with every vector, so that cached results without it can be recognized. */
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  weight: real('weight').notNull(),
  reach: real('reach'),
  fit: jsonb('fit').$type<SemanticFit>(),
})
