import { inArray, sql } from 'drizzle-orm'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { SUGGESTED_FAQS_MAX, type SuggestedFaq } from '../contract.ts'

interface SuggestionRow extends Record<string, unknown> {
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

const readSuggestionRows = async (
  { tx, workspaceId }: WorkspaceTransaction,
  condition: ReturnType<typeof sql>,
): Promise<SuggestionRow[]> => {
  const { rows } = await tx.execute<SuggestionRow>(
    sql`select s.id, s.question, s.answer, s.kind, s.question_key, s.left_out,
               o.id as source_id, o.title as source_title, o.url as source_url
        from suggested_faqs s
        join sources o on o.workspace_id = s.workspace_id and o.id = s.source_id and o.state = 'ready'
        where s.workspace_id = ${workspaceId} and ${condition}
        order by array_position(array['markup', 'list', 'heading', 'model'], s.kind), s.source_id, s.position, s.id`,
  )
  return rows
}

const IS_OFFERED = sql`s.state = 'offered' and not exists (
  select from settled_suggestions d where d.workspace_id = s.workspace_id and d.question_key = s.question_key)`
const IS_WAITING = sql`s.state = 'waiting' and not exists (
  select from settled_suggestions d where d.workspace_id = s.workspace_id and d.question_key = s.question_key)`

const toApiSuggestion = (suggestionRow: SuggestionRow): SuggestedFaq => ({
  id: suggestionRow.id,
  question: suggestionRow.question,
  answer: suggestionRow.answer,
  kind: suggestionRow.kind,
  source: { id: suggestionRow.source_id, title: suggestionRow.source_title, url: suggestionRow.source_url },
  left_out: suggestionRow.left_out,
})

/** Returns the offered suggestions in their order, and the number of waiting ones. */
export const listSuggestions = (context: WorkspaceContext): Promise<{ items: SuggestedFaq[]; waiting: number }> =>
  inReadTransaction(context, async (transaction) => {
    const { rows } = await transaction.tx.execute<{ n: number }>(
      sql`select count(distinct s.question_key)::int as n from suggested_faqs s
          where s.workspace_id = ${transaction.workspaceId} and ${IS_WAITING}`,
    )
    const offeredItems = (await readSuggestionRows(transaction, IS_OFFERED))
      .slice(0, SUGGESTED_FAQS_MAX)
      .map(toApiSuggestion)
    return { items: offeredItems, waiting: rows[0]?.n ?? 0 }
  })

/** Suggestions by their ids, in the order of the list, without deleted and settled ones. */
export const openSuggestions = async (
  transaction: WorkspaceTransaction,
  suggestionIds: readonly string[],
): Promise<SuggestionRow[]> =>
  readSuggestionRows(
    transaction,
    sql`${inArray(sql`s.id`, [...suggestionIds])} and not exists (
      select from settled_suggestions d where d.workspace_id = s.workspace_id and d.question_key = s.question_key)`,
  )
