import { sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { type MarkedFaq, replaceImageMarks } from '../../knowledge/server/index.ts'
import { questionKey } from '../../questions/server/index.ts'
import {
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { type StatedFaq, statedFaqs } from '../domain/stated-faqs.ts'
import { lockSuggestions, suggestionsChanged } from './lock-suggestions.ts'

const AT_ONCE = 50
const PLACE_MARK = /\f\d+\n?/g

/** Sources that say something else than when they were last looked through. */
const changedSources = (context: WorkspaceContext): Promise<string[]> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select s.id from sources s
          left join suggestion_readings r on r.workspace_id = s.workspace_id and r.source_id = s.id
          where s.workspace_id = ${workspaceId} and s.state = 'ready' and s.content_hash is not null
            and r.content_hash is distinct from s.content_hash
          order by s.id limit ${AT_ONCE}`,
    )
    return rows.map(({ id }) => id)
  })

/** Removes open suggestions whose sources say nothing any more. @returns whether there was any */
const forgetSilent = (context: WorkspaceContext): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockSuggestions(transaction)
    const silent = sql`not exists (
        select from sources s where s.workspace_id = t.workspace_id and s.id = t.source_id and s.state = 'ready')`
    await tx.execute(sql`delete from suggestion_readings t where t.workspace_id = ${workspaceId} and ${silent}`)
    const { rowCount } = await tx.execute(
      sql`delete from suggested_faqs t where t.workspace_id = ${workspaceId} and ${silent}`,
    )
    if (rowCount) await suggestionsChanged(transaction)
    return Boolean(rowCount)
  })

/** Writes what a source states now: what is still there keeps its place in the offer, what is gone goes. */
async function writeStated(
  transaction: WorkspaceTransaction,
  sourceId: string,
  stated: readonly StatedFaq[],
): Promise<void> {
  const { tx, workspaceId } = transaction
  const byKey = new Map(stated.map((faq) => [questionKey(faq.question), faq] as const).toReversed())
  const rows = [...byKey]
    .toReversed()
    .map(([question_key, faq], position) => ({ ...faq, id: newId(), position, question_key }))
  // One parameter, because a statement takes 65,535 of them and a large text can state more questions.
  const keys = JSON.stringify(rows.map(({ question_key }) => question_key))
  await tx.execute(
    sql`delete from suggested_faqs
        where workspace_id = ${workspaceId} and source_id = ${sourceId}
          and question_key <> all (array(select jsonb_array_elements_text(${keys}::jsonb)))`,
  )
  if (rows.length === 0) return
  await tx.execute(
    sql`insert into suggested_faqs (workspace_id, id, source_id, kind, position, question, answer, question_key)
        select ${workspaceId}::uuid, id, ${sourceId}::uuid, kind, position, question, answer, question_key
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (id uuid, kind text, position int, question text, answer text, question_key text)
        on conflict (workspace_id, source_id, question_key) do update
          set kind = excluded.kind, position = excluded.position, question = excluded.question,
              answer = excluded.answer, left_out = 0`,
  )
}

/** Searches one source; a source that changes or vanishes in between is searched again. */
async function readSource(context: WorkspaceContext, id: string): Promise<void> {
  const source = await inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<{
      content: string | null
      marked_faqs: MarkedFaq[] | null
      content_hash: string
    }>(
      sql`select content, marked_faqs, content_hash from sources
          where workspace_id = ${workspaceId} and id = ${id} and state = 'ready' and content_hash is not null`,
    )
    return rows[0]
  })
  if (!source) return
  const stated = statedFaqs(replaceImageMarks(source.content ?? '').replace(PLACE_MARK, '\n'), source.marked_faqs ?? [])
  await inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockSuggestions(transaction)
    const { rows } = await tx.execute(
      sql`select id from sources
          where workspace_id = ${workspaceId} and id = ${id} and content_hash = ${source.content_hash} for share`,
    )
    if (rows.length === 0) return
    await writeStated(transaction, id, stated)
    await tx.execute(
      sql`insert into suggestion_readings (workspace_id, source_id, content_hash)
          values (${workspaceId}, ${id}, ${source.content_hash})
          on conflict (workspace_id, source_id) do update set content_hash = excluded.content_hash, by_model = false`,
    )
    await suggestionsChanged(transaction)
  })
}

/** Brings what was found up to date with what the workspace's sources say. */
export async function readSources(context: WorkspaceContext, signal: AbortSignal): Promise<void> {
  await forgetSilent(context)
  const seen = new Set<string>()
  for (;;) {
    const ids = (await changedSources(context)).filter((id) => !seen.has(id))
    if (ids.length === 0) return
    for (const id of ids) {
      signal.throwIfAborted()
      seen.add(id)
      await readSource(context, id)
    }
  }
}
