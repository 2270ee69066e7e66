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
import { claimingText, readerForLanguage } from './claim-reader.ts'
import { comparedTexts, contradictions } from './contradictions.table.ts'

/** Number of search results that a text is compared with, for each of its searches. */
const NEAREST_HITS = 8
/** Maximum number of a text's sentences that are searched in addition to its question. */
const MAX_SEARCHED_SENTENCES = 4
const MAX_SEARCHED_LENGTH = 300
const BATCH_SIZE = 50
/** Bounded, so that other workspaces get their turn. */
const MAX_RUN_MS = 30_000

interface IndexEntry extends Record<string, unknown> {
  entry_no: string
  kind: 'faq' | 'passage'
  source_id: string
  language: string
  question: string
  alternatives: string[]
  body: string
}
type ComparedText = Pick<SearchHit, 'kind' | 'source_id' | 'language' | 'question' | 'alternatives' | 'body'>

/** Hash of everything that is compared. */
const hashText = ({ kind, question, alternatives, body }: ComparedText): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, question, alternatives, body]))
    .digest('base64url')
    .slice(0, 32)

interface FoundContradiction {
  firstHash: string
  secondHash: string
  difference: Difference
}

/** Questions, and sentences that state figures, find texts about the same thing. */
function searchTexts({ kind, question }: IndexEntry, { sentences }: ClaimingText): string[] {
  const statingSentences = sentences.filter(
    (sentence) => sentence.length <= MAX_SEARCHED_LENGTH && claimedValues(sentence).length > 0,
  )
  const otherSentences = sentences.filter(
    (sentence) => sentence.length <= MAX_SEARCHED_LENGTH && !statingSentences.includes(sentence),
  )
  const chosenSentences = [...statingSentences, ...otherSentences].slice(0, MAX_SEARCHED_SENTENCES)
  return [...new Set(kind === 'faq' ? [question, ...chosenSentences] : chosenSentences)].filter(
    (searchText) => searchText.trim() !== '',
  )
}

/** Looks for what contradicts one text among those nearest to it; those of its own source are left out. */
async function findContradictions(
  { services, workspaceId: id }: WorkspaceContext,
  indexEntry: IndexEntry,
): Promise<FoundContradiction[]> {
  const entryText = claimingText(indexEntry)
  const entryHash = hashText(indexEntry)
  const nearestTexts = new Map<string, ComparedText>()
  for (const searchText of searchTexts(indexEntry, entryText)) {
    const { hits } = await searchMemoryIndex(
      services.db,
      { id, contentVersion: null },
      { text: searchText, limit: NEAREST_HITS },
    )
    for (const hit of hits) {
      const hitHash = hashText(hit)
      if (hit.source_id !== indexEntry.source_id && hitHash !== entryHash) nearestTexts.set(hitHash, hit)
    }
  }
  const contradictionsFound: FoundContradiction[] = []
  for (const [other, hit] of nearestTexts) {
    // Words are compared within one language.
    if (hit.language !== indexEntry.language) continue
    const [first, second] = entryHash < other ? [entryText, claimingText(hit)] : [claimingText(hit), entryText]
    const difference = contradictionBetween(first, second, readerForLanguage(indexEntry.language))
    const [firstHash, secondHash] = entryHash < other ? [entryHash, other] : [other, entryHash]
    if (difference) contradictionsFound.push({ firstHash, secondHash, difference })
  }
  return contradictionsFound
}

async function saveComparison(
  transaction: WorkspaceTransaction,
  indexEntry: IndexEntry,
  contradictionsFound: readonly FoundContradiction[],
): Promise<void> {
  const { tx, workspaceId } = transaction
  await tx
    .insert(comparedTexts)
    .values({ workspaceId, entryNo: Number(indexEntry.entry_no), hash: hashText(indexEntry) })
    .onConflictDoNothing()
  for (const { firstHash, secondHash, difference } of contradictionsFound)
    await tx
      .insert(contradictions)
      .values({
        ...{ workspaceId, id: newId(), firstHash, secondHash },
        ...{ kind: difference.kind, first: difference.a, second: difference.b },
      })
      .onConflictDoNothing()
  if (contradictionsFound.length > 0) await emit(transaction, { type: 'contradictions.changed' })
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
  const runThrottled = throttleTo(options.share ?? BACKGROUND_SHARE, options.signal)
  const deadline = performance.now() + MAX_RUN_MS
  for (;;) {
    const uncomparedEntries = await inReadTransaction(context, async ({ tx, workspaceId }) => {
      const { rows } = await tx.execute<IndexEntry>(
        sql`select e.entry_no, e.kind, e.source_id, e.language, e.question, e.alternatives, e.body from search_entries e
            where e.workspace_id = ${workspaceId} and not exists (
              select from compared_texts t where t.workspace_id = e.workspace_id and t.entry_no = e.entry_no)
            order by e.entry_no limit ${BATCH_SIZE}`,
      )
      return rows
    })
    for (const indexEntry of uncomparedEntries) {
      options.signal.throwIfAborted()
      if (performance.now() > deadline) return true
      await runThrottled(async () => {
        const contradictionsFound = await findContradictions(context, indexEntry)
        await inTransaction(context, (transaction) => saveComparison(transaction, indexEntry, contradictionsFound))
      })
    }
    if (uncomparedEntries.length < BATCH_SIZE) break
  }
  await inTransaction(context, async (transaction) => {
    await deleteRemovedTexts(transaction)
    await emit(transaction, { type: 'contradictions.changed' })
  })
  return false
}
