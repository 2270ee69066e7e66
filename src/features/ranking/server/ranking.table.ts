import { sql } from 'drizzle-orm'
import {
  bigint,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

/** Words and terms are collated by code point, so that a range scan finds a prefix in every locale. */
const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** The number of a transaction; it grows, and is never given twice. */
const transactionNumber = customType<{ data: string }>({ dataType: () => 'xid8' })

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
    /** Terms in the question, in all alternatives together, in the body; and how many postings the entry has. */
    lengths: smallint('lengths').array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'search_entries_pk', columns: [table.workspaceId, table.entryNo] }),
    unique('search_entries_chunk').on(table.workspaceId, table.chunkId),
  ],
)

/**
 * Log of added and removed entries, one row per writing statement (by a trigger in the hand-written part of the
 * migration); the memory index follows it. `refreshStatistics` deletes old rows.
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

/**
 * term → entries. `impact` is 1000 × the saturated, length-normalized, field-weighted term frequency without idf, so
 * that writing one entry never touches rows of another. The hand-written migration adds `impact` to the key's index.
 */
export const postings = pgTable(
  'postings',
  {
    workspaceId: uuid('workspace_id').notNull(),
    term: byteOrderedText('term').notNull(),
    entryNo: bigint('entry_no', { mode: 'number' }).notNull(),
    impact: smallint('impact').notNull(),
  },
  (table) => [primaryKey({ name: 'postings_pk', columns: [table.workspaceId, table.term, table.entryNo] })],
)

/** Document frequencies of the terms too frequent to be counted while asking; recomputed by `refreshStatistics`. */
export const frequentTerms = pgTable(
  'frequent_terms',
  {
    workspaceId: uuid('workspace_id').notNull(),
    term: byteOrderedText('term').notNull(),
    documentFrequency: integer('document_frequency').notNull(),
  },
  (table) => [primaryKey({ name: 'frequent_terms_pk', columns: [table.workspaceId, table.term] })],
)

/**
 * The words as they are written, with the term each becomes; read from both ends to repair spelling. The hand-written
 * migration makes key and index cover what is read.
 */
export const vocabulary = pgTable(
  'vocabulary',
  {
    workspaceId: uuid('workspace_id').notNull(),
    word: byteOrderedText('word').notNull(),
    term: byteOrderedText('term').notNull(),
    reversed: byteOrderedText('reversed').generatedAlwaysAs(sql`reverse(word)`),
    /** Which letters it has, as `lettersOf` says. */
    letters: integer('letters').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'vocabulary_pk', columns: [table.workspaceId, table.word, table.term] }),
    index('vocabulary_reversed').on(table.workspaceId, table.reversed),
  ],
)

/** Results of `refreshStatistics`: a hint for large workspaces, unused for small ones. */
export const rankingStatistics = pgTable('ranking_statistics', {
  workspaceId: uuid('workspace_id').primaryKey(),
  entryCount: integer('entry_count').notNull(),
  /** Mean number of terms in: question, alternatives (where there are any), body (where there is one), one phrasing. */
  averageLengths: real('average_lengths').array().notNull(),
  /** Languages of the entries, the most frequent first. */
  languages: text('languages').array().notNull(),
})
