import { inArray, sql } from 'drizzle-orm'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { SUGGESTED_FAQS_MAX, type SuggestedFaq } from '../contract.ts'

interface Row extends Record<string, unknown> {
  id: string
  question: string
  answer: string
  kind: SuggestedFaq['kind']
  question_key: string
  left_out: number
  source_id: string
  source_title: string
  source_url: string | null
}

const rowsOf = async ({ tx, workspaceId }: WorkspaceTransaction, which: ReturnType<typeof sql>): Promise<Row[]> => {
  const { rows } = await tx.execute<Row>(
    sql`select s.id, s.question, s.answer, s.kind, s.question_key, s.left_out,
               o.id as source_id, o.title as source_title, o.url as source_url
        from suggested_faqs s
        join sources o on o.workspace_id = s.workspace_id and o.id = s.source_id and o.state = 'ready'
        where s.workspace_id = ${workspaceId} and ${which}
        order by array_position(array['markup', 'list', 'heading', 'model'], s.kind), s.source_id, s.position, s.id`,
  )
  return rows
}

const OFFERED = sql`s.state = 'offered' and not exists (
  select from settled_suggestions d where d.workspace_id = s.workspace_id and d.question_key = s.question_key)`
const WAITING = sql`s.state = 'waiting' and not exists (
  select from settled_suggestions d where d.workspace_id = s.workspace_id and d.question_key = s.question_key)`

const presentSuggestion = (row: Row): SuggestedFaq => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  kind: row.kind,
  source: { id: row.source_id, title: row.source_title, url: row.source_url },
  left_out: row.left_out,
})

/** Returns the offered suggestions in their order, and the number of waiting ones. */
export const listSuggestions = (context: WorkspaceContext): Promise<{ items: SuggestedFaq[]; waiting: number }> =>
  inReadTransaction(context, async (transaction) => {
    const { rows } = await transaction.tx.execute<{ n: number }>(
      sql`select count(distinct s.question_key)::int as n from suggested_faqs s
          where s.workspace_id = ${transaction.workspaceId} and ${WAITING}`,
    )
    const items = (await rowsOf(transaction, OFFERED)).slice(0, SUGGESTED_FAQS_MAX).map(presentSuggestion)
    return { items, waiting: rows[0]?.n ?? 0 }
  })

/** Suggestions by their ids, in the order of the list, without deleted and settled ones. */
export const openSuggestions = async (transaction: WorkspaceTransaction, ids: readonly string[]): Promise<Row[]> =>
  rowsOf(
    transaction,
    sql`${inArray(sql`s.id`, [...ids])} and not exists (
      select from settled_suggestions d where d.workspace_id = s.workspace_id and d.question_key = s.question_key)`,
  )
