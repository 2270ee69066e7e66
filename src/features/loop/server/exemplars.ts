import { sql } from 'drizzle-orm'
import { lookupTerms, parseQuestion } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { EXEMPLARS_MAX } from '../domain/grouping.ts'

/** From now on new questions are compared with this one; it is found by these terms. */
export async function makeExemplar(
  { tx, workspaceId }: WorkspaceTransaction,
  messageId: string,
  terms: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`update grouped_questions set exemplar = true where workspace_id = ${workspaceId} and message_id = ${messageId}`,
  )
  await tx.execute(
    sql`insert into question_terms (workspace_id, term, message_id)
        select ${workspaceId}::uuid, term, ${messageId}::uuid
        from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) as term on conflict do nothing`,
  )
}

/** Keeps the exemplars of a group within their number, and gives it some where it has none. */
export async function settleExemplars(transaction: WorkspaceTransaction, id: string): Promise<void> {
  const { tx, workspaceId } = transaction
  await tx.execute(
    sql`with kept as (
          select message_id from grouped_questions
          where workspace_id = ${workspaceId} and group_id = ${id} and exemplar order by message_id limit ${EXEMPLARS_MAX}
        ), dropped as (
          update grouped_questions set exemplar = false
          where workspace_id = ${workspaceId} and group_id = ${id} and exemplar
            and message_id not in (select message_id from kept)
          returning message_id
        )
        delete from question_terms t using dropped
        where t.workspace_id = ${workspaceId} and t.message_id = dropped.message_id`,
  )
  const { rows } = await tx.execute<{ message_id: string; question: string }>(
    sql`select g.message_id, m.question from grouped_questions g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
        where g.workspace_id = ${workspaceId} and g.group_id = ${id} and not exists (
          select from grouped_questions e where e.workspace_id = g.workspace_id and e.group_id = g.group_id and e.exemplar
        ) and g.message_id in (
          select min(s.message_id::text)::uuid from grouped_questions s
          where s.workspace_id = ${workspaceId} and s.group_id = ${id} group by s.sense
        )
        order by g.message_id limit ${EXEMPLARS_MAX}`,
  )
  for (const { message_id, question } of rows)
    await makeExemplar(transaction, message_id, lookupTerms(parseQuestion(question)))
}
