import { sql } from 'drizzle-orm'
import { lookupTerms, parseQuestion } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { MAX_EXEMPLARS } from '../domain/grouping.ts'

/** From now on new questions are compared with this one; it is found by these terms. */
export async function addExemplar(
  { tx, workspaceId }: WorkspaceTransaction,
  messageId: string,
  terms: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`update gap_questions set is_exemplar = true where workspace_id = ${workspaceId} and message_id = ${messageId}`,
  )
  await tx.execute(
    sql`insert into exemplar_terms (workspace_id, term, message_id)
        select ${workspaceId}::uuid, term, ${messageId}::uuid
        from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) as term on conflict do nothing`,
  )
}

/** Keeps the exemplars of a gap within their number, and gives it some where it has none. */
export async function ensureExemplars(transaction: WorkspaceTransaction, id: string): Promise<void> {
  const { tx, workspaceId } = transaction
  await tx.execute(
    sql`with kept as (
          select message_id from gap_questions
          where workspace_id = ${workspaceId} and gap_id = ${id} and is_exemplar order by message_id limit ${MAX_EXEMPLARS}
        ), dropped as (
          update gap_questions set is_exemplar = false
          where workspace_id = ${workspaceId} and gap_id = ${id} and is_exemplar
            and message_id not in (select message_id from kept)
          returning message_id
        )
        delete from exemplar_terms t using dropped
        where t.workspace_id = ${workspaceId} and t.message_id = dropped.message_id`,
  )
  const { rows } = await tx.execute<{ message_id: string; question: string }>(
    sql`select g.message_id, m.question from gap_questions g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
        where g.workspace_id = ${workspaceId} and g.gap_id = ${id} and not exists (
          select from gap_questions e where e.workspace_id = g.workspace_id and e.gap_id = g.gap_id and e.is_exemplar
        ) and g.message_id in (
          select min(s.message_id::text)::uuid from gap_questions s
          where s.workspace_id = ${workspaceId} and s.gap_id = ${id} group by s.question_key
        )
        order by g.message_id limit ${MAX_EXEMPLARS}`,
  )
  for (const { message_id, question } of rows)
    await addExemplar(transaction, message_id, lookupTerms(parseQuestion(question)))
}
