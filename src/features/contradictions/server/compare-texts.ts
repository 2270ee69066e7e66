import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { claimedValues } from '../../../kernel/claimed-values.ts'
import { newId } from '../../../kernel/ids.ts'
import { BACKGROUND_SHARE, throttleTo } from '../../../platform/jobs/index.ts'
import { type SearchHit, searchMemoryIndex } from '../../ranking/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { type ClaimingText, contradictionBetween, type Difference } from '../domain/contradiction.ts'
import { claimingText, readerOf } from './claim-reader.ts'
import { comparedTexts, contradictions } from './contradictions.table.ts'

/** Number of search results that a text is compared with, for each of its searches. */
const NEAREST = 8
/** Maximum number of a text's sentences that are searched in addition to its question. */
const LOOKED_UP = 4
const LOOKED_UP_MAX = 300
/** Texts read at a time. */
const BATCH = 50
/** Maximum duration of a run in milliseconds, so that other workspaces get their turn. */
const RUN_MS = 30_000

interface Entry extends Record<string, unknown> {
  entry_no: string
  kind: 'faq' | 'passage'
  source_id: string
  language: string
  question: string
  alternatives: string[]
  body: string
}
type Text = Pick<SearchHit, 'kind' | 'source_id' | 'language' | 'question' | 'alternatives' | 'body'>

/** Hash of everything that is compared. */
const hashOf = ({ kind, question, alternatives, body }: Text): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, question, alternatives, body]))
    .digest('base64url')
    .slice(0, 32)

interface Found {
  firstHash: string
  secondHash: string
  difference: Difference
}

/** Questions, and sentences that state figures, find texts about the same thing. */
function lookedUpBy({ kind, question }: Entry, { sentences }: ClaimingText): string[] {
  const stating = sentences.filter((text) => text.length <= LOOKED_UP_MAX && claimedValues(text).length > 0)
  const others = sentences.filter((text) => text.length <= LOOKED_UP_MAX && !stating.includes(text))
  const wanted = [...stating, ...others].slice(0, LOOKED_UP)
  return [...new Set(kind === 'faq' ? [question, ...wanted] : wanted)].filter((text) => text.trim() !== '')
}

/** Looks for what contradicts one text among those nearest to it; those of its own source are left out. */
async function findContradictions({ services, workspaceId: id }: WorkspaceContext, entry: Entry): Promise<Found[]> {
  const text = claimingText(entry)
  const hash = hashOf(entry)
  const near = new Map<string, Text>()
  for (const words of lookedUpBy(entry, text)) {
    const { hits } = await searchMemoryIndex(services.db, { id, contentVersion: null }, { text: words, limit: NEAREST })
    for (const hit of hits) {
      const other = hashOf(hit)
      if (hit.source_id !== entry.source_id && other !== hash) near.set(other, hit)
    }
  }
  const found: Found[] = []
  for (const [other, hit] of near) {
    // Words are compared within one language.
    if (hit.language !== entry.language) continue
    const [first, second] = hash < other ? [text, claimingText(hit)] : [claimingText(hit), text]
    const difference = contradictionBetween(first, second, readerOf(entry.language))
    const [firstHash, secondHash] = hash < other ? [hash, other] : [other, hash]
    if (difference) found.push({ firstHash, secondHash, difference })
  }
  return found
}

async function saveComparison(transaction: WorkspaceTransaction, entry: Entry, found: readonly Found[]): Promise<void> {
  const { tx, workspaceId } = transaction
  await tx
    .insert(comparedTexts)
    .values({ workspaceId, entryNo: Number(entry.entry_no), hash: hashOf(entry) })
    .onConflictDoNothing()
  for (const { firstHash, secondHash, difference } of found)
    await tx
      .insert(contradictions)
      .values({
        ...{ workspaceId, id: newId(), firstHash, secondHash },
        ...{ kind: difference.kind, first: difference.a, second: difference.b },
      })
      .onConflictDoNothing()
  if (found.length > 0) await emit(transaction, { type: 'contradictions.changed' })
}

/** Deletes removed texts and their contradictions; dismissals are kept. */
const deleteRemovedTexts = (transaction: WorkspaceTransaction) =>
  transaction.tx.execute(
    sql`with gone as (
          delete from compared_texts t where t.workspace_id = ${transaction.workspaceId} and not exists (
            select from search_entries e where e.workspace_id = t.workspace_id and e.entry_no = t.entry_no)
          returning t.entry_no, t.hash
        ), left_over as (
          select distinct hash from gone g where not exists (
            select from compared_texts t where t.workspace_id = ${transaction.workspaceId} and t.hash = g.hash
              and t.entry_no not in (select entry_no from gone))
        )
        delete from contradictions c where c.workspace_id = ${transaction.workspaceId} and c.state = 'open'
          and (c.first_hash in (select hash from left_over) or c.second_hash in (select hash from left_over))`,
  )

/**
 * Compares the published texts that changed since the last run with their nearest texts, in a quarter of the time. May be
 * repeated.
 * @returns whether texts are left for another run
 */
export async function compareTexts(
  context: WorkspaceContext,
  options: { signal: AbortSignal; share?: number },
): Promise<boolean> {
  const throttled = throttleTo(options.share ?? BACKGROUND_SHARE, options.signal)
  const until = performance.now() + RUN_MS
  for (;;) {
    const entries = await inReadTransaction(context, async ({ tx, workspaceId }) => {
      const { rows } = await tx.execute<Entry>(
        sql`select e.entry_no, e.kind, e.source_id, e.language, e.question, e.alternatives, e.body from search_entries e
            where e.workspace_id = ${workspaceId} and not exists (
              select from compared_texts t where t.workspace_id = e.workspace_id and t.entry_no = e.entry_no)
            order by e.entry_no limit ${BATCH}`,
      )
      return rows
    })
    for (const entry of entries) {
      options.signal.throwIfAborted()
      if (performance.now() > until) return true
      await throttled(async () => {
        const found = await findContradictions(context, entry)
        await inTransaction(context, (transaction) => saveComparison(transaction, entry, found))
      })
    }
    if (entries.length < BATCH) break
  }
  await inTransaction(context, async (transaction) => {
    await deleteRemovedTexts(transaction)
    await emit(transaction, { type: 'contradictions.changed' })
  })
  return false
}
