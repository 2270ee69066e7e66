import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { type Correction, chooseCorrection, type UnknownWord } from '../domain/query/query-analysis.ts'
import { chooseRepairs, editsAllowed, intactParts, LETTERS_AN_EDIT, lettersOf } from '../domain/query/repair.ts'
import { list, rowsOf } from './statements.ts'

/** Sorts after every letter in use. */
const LAST = '\uFFFD'
/** A bound on what one word may bring in. */
const MAX_NEARBY = 2000
/** At most so many words of one question are repaired; a text with more is not in the vocabulary's language. */
export const MOST_REPAIRED = 16
const COMPLETIONS_READ = 400
export const MOST_COMPLETIONS = 12

/** Namespace of the advisory locks on a workspace's vocabulary. */
const LOCKS = 7401

/**
 * Until the end of the transaction, keeps words from being cleared away while others add entries that use them. Writers
 * share the lock and never wait for each other.
 */
export async function lockVocabulary(transaction: Tx, workspaceId: string, mode: 'shared' | 'alone'): Promise<void> {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await transaction.execute(sql`select ${lock}(${LOCKS}::int, hashtext(${workspaceId}))`)
}

interface VocabularyRow {
  /** The place in the question of the word it is near to, or −1 for a compound. */
  at: number
  word: string
  term: string
}

/** Reads, in one round trip, what the vocabulary offers for all unknown words of a question. */
export async function readUnknownWords(
  transaction: Tx,
  workspaceId: string,
  unknown: UnknownWord[],
): Promise<Map<number, Correction>> {
  const asked = unknown.slice(0, MOST_REPAIRED)
  if (!asked.length) return new Map()
  const repairable = asked.filter((word) => word.repairable)
  const parts = repairable.map(({ word }) => intactParts(word))
  const rows = await rowsOf<VocabularyRow>(
    transaction,
    sql`with asked as (
          select * from unnest(
            ${list(repairable.map((u) => u.at))}::int[],
            ${list(parts.map((p) => p.head))}::text[],
            ${list(parts.map((p) => p.tailReversed))}::text[],
            ${list(repairable.map(({ word }) => word.length - editsAllowed(word)))}::int[],
            ${list(repairable.map(({ word }) => word.length + editsAllowed(word)))}::int[],
            ${list(repairable.map(({ word }) => lettersOf(word)))}::int[],
            ${list(repairable.map(({ word }) => LETTERS_AN_EDIT * editsAllowed(word)))}::int[]
          ) a(at, head, tail, shortest, longest, letters, differing))
        select a.at, v.word, v.term from asked a cross join lateral (
          select word, term from vocabulary where workspace_id = ${workspaceId}::uuid
            and word >= a.head collate "C" and word < (a.head || ${LAST}) collate "C"
            and bit_count((letters # a.letters)::bit(32)) <= a.differing
            and length(word) between a.shortest and a.longest limit ${MAX_NEARBY}) v
        union
        select a.at, v.word, v.term from asked a cross join lateral (
          select word, term from vocabulary where workspace_id = ${workspaceId}::uuid
            and reversed >= a.tail collate "C" and reversed < (a.tail || ${LAST}) collate "C"
            and bit_count((letters # a.letters)::bit(32)) <= a.differing
            and length(word) between a.shortest and a.longest limit ${MAX_NEARBY}) v
        union
        select -1, word, term from vocabulary where workspace_id = ${workspaceId}::uuid
            and word = any(${list(asked.flatMap((u) => u.compounds))}::text[])`,
  )
  const compounds = new Map(rows.filter((row) => row.at === -1).map((row) => [row.word, row.term]))
  return new Map(
    asked.map((word) => {
      const nearby = rows.filter((row) => row.at === word.at)
      return [word.at, chooseCorrection(word, chooseRepairs(word.word, nearby), compounds)]
    }),
  )
}

/** The terms of words that begin like this, the shortest words first. */
export async function completionsOf(transaction: Tx, workspaceId: string, beginning: string): Promise<string[]> {
  const rows = await rowsOf<{ term: string }>(
    transaction,
    sql`select term from (
          select word, term from vocabulary where workspace_id = ${workspaceId}::uuid
            and word >= ${beginning} collate "C" and word < ${beginning + LAST} collate "C"
          limit ${COMPLETIONS_READ}) found
        order by length(word), word limit ${MOST_COMPLETIONS}`,
  )
  return [...new Set(rows.map((row) => row.term))]
}
