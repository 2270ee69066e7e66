import { and, eq, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import {
  CONTRADICTION_STATES,
  type ContradictingText,
  type Contradiction,
  type ContradictionState,
} from '../contract.ts'
import type { Quote } from '../domain/contradiction.ts'
import { contradictions } from './contradictions.table.ts'

interface ContradictionRow extends Record<string, unknown> {
  id: string
  kind: Contradiction['kind']
  state: ContradictionState
  first: Quote
  second: Quote
  found_at: string
  dismissed_by: string | null
  first_kind: 'faq' | 'passage'
  first_source: string
  first_title: string
  second_kind: 'faq' | 'passage'
  second_source: string
  second_title: string
}

const toContradictingText = (
  entryKind: 'faq' | 'passage',
  id: string,
  title: string,
  { text, marks }: Quote,
): ContradictingText => ({
  kind: entryKind === 'faq' ? 'faq' : 'source',
  id,
  title,
  sentence: text,
  marks,
})

const toContradiction = (storedPair: ContradictionRow): Contradiction => ({
  id: storedPair.id,
  kind: storedPair.kind,
  state: storedPair.state,
  texts: [
    toContradictingText(storedPair.first_kind, storedPair.first_source, storedPair.first_title, storedPair.first),
    toContradictingText(storedPair.second_kind, storedPair.second_source, storedPair.second_title, storedPair.second),
  ],
  found_at: new Date(storedPair.found_at).toISOString(),
  dismissed_by: storedPair.dismissed_by,
})

/** Returns the current entry with this text; a rewritten entry has another id. */
const currentEntry = (textHash: ReturnType<typeof sql>) => sql`(
  select e.kind, e.source_id, e.question as title from compared_texts t
  join search_entries e on e.workspace_id = t.workspace_id and e.entry_no = t.entry_no
  where t.workspace_id = c.workspace_id and t.hash = ${textHash} order by e.entry_no limit 1)`

const CURRENT_PAIRS = sql`contradictions c
  join lateral ${currentEntry(sql`c.first_hash`)} a on true
  join lateral ${currentEntry(sql`c.second_hash`)} b on true`

/** Open pairs that were found in a period, the newest first, and their total number. */
export async function contradictionsFound(
  { tx, workspaceId }: WorkspaceTransaction,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<{ sentences: [string, string]; total: number }[]> {
  const { rows } = await tx.execute<{ first: Quote; second: Quote; total: number }>(
    sql`select c.first, c.second, count(*) over ()::int as total from ${CURRENT_PAIRS}
        where c.workspace_id = ${workspaceId} and c.state = 'open'
          and c.found_at > ${from.toISOString()} and c.found_at <= ${until.toISOString()}
        order by c.id desc limit ${limit}`,
  )
  return rows.map(({ first, second, total }) => ({ sentences: [first.text, second.text], total }))
}

export async function countOpenContradictions({ tx, workspaceId }: WorkspaceTransaction): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from ${CURRENT_PAIRS} where c.workspace_id = ${workspaceId} and c.state = 'open'`,
  )
  return rows[0]?.n ?? 0
}

/** Lists the pairs whose two texts are still published unchanged, the newest first. */
export const listContradictions = (
  context: WorkspaceContext,
  options: { state: ContradictionState; page: number; limit: number },
) =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows: counted } = await tx.execute<{ state: ContradictionState; n: number }>(
      sql`select c.state, count(*)::int as n from ${CURRENT_PAIRS} where c.workspace_id = ${workspaceId} group by c.state`,
    )
    const counts = Object.fromEntries(
      CONTRADICTION_STATES.map((state) => [state, counted.find((stateCount) => stateCount.state === state)?.n ?? 0]),
    ) as Record<ContradictionState, number>
    const { rows } = await tx.execute<ContradictionRow>(
      sql`select c.id, c.kind, c.state, c.first, c.second, c.found_at, c.dismissed_by,
                 a.kind as first_kind, a.source_id as first_source, a.title as first_title,
                 b.kind as second_kind, b.source_id as second_source, b.title as second_title
          from ${CURRENT_PAIRS} where c.workspace_id = ${workspaceId} and c.state = ${options.state}
          order by c.id desc limit ${options.limit} offset ${(options.page - 1) * options.limit}`,
    )
    const { rows: left } = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from search_entries e where e.workspace_id = ${workspaceId} and not exists (
            select from compared_texts t where t.workspace_id = e.workspace_id and t.entry_no = e.entry_no)`,
    )
    return { items: rows.map(toContradiction), total: counts[options.state], counts, uncompared: left[0]?.n ?? 0 }
  })

/** Dismisses a pair or opens it again. @throws not_found */
export const setContradiction = (context: WorkspaceContext, stateChange: { id: string; state: ContradictionState }) =>
  inTransaction(context, async (transaction) => {
    const dismissedBy = stateChange.state === 'dismissed' ? (transaction.actor?.name ?? null) : null
    const updatedRows = await transaction.tx
      .update(contradictions)
      .set({ state: stateChange.state, dismissedBy })
      .where(and(eq(contradictions.workspaceId, transaction.workspaceId), eq(contradictions.id, stateChange.id)))
      .returning({ id: contradictions.id })
    if (updatedRows.length === 0) throw notFound('contradiction')
    await emit(transaction, { type: 'contradictions.changed' })
    return { state: stateChange.state }
  })
