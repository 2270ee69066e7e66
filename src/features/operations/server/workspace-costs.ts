import { type Database, queryIn, systemTransaction } from '../../../platform/db/index.ts'

/** Resources of the installation that a workspace uses. */
export interface WorkspaceCost {
  id: string
  subdomain: string
  faqs: number
  passages: number
  /** Entries of the search index. */
  entries: number
  /** Bytes of uploaded documents. */
  file_bytes: number
  /** In the last 30 days. */
  questions: number
  /** Calls of the language model in the last 30 days, and the tokens sent and written. */
  model_calls: number
  input_tokens: number
  output_tokens: number
  /**
   * Seconds in this process since its start. Includes waiting for locks, excludes waiting for the embedded database's
   * connection.
   */
  database_seconds: number
}

const MAX_WORKSPACES = 50

const COUNTS_QUERY = `
  select w.id, w.subdomain,
    (select count(*)::int from faqs f where f.workspace_id = w.id) as faqs,
    (select count(*)::int from knowledge_chunks c where c.workspace_id = w.id) as passages,
    (select count(*)::int from search_entries e where e.workspace_id = w.id) as entries,
    (select coalesce(sum(d.file_size), 0)::float8 from documents d where d.workspace_id = w.id) as file_bytes,
    coalesce(m.questions, 0)::int as questions, coalesce(u.calls, 0)::int as model_calls,
    coalesce(u.input_tokens, 0)::float8 as input_tokens, coalesce(u.output_tokens, 0)::float8 as output_tokens
  from workspaces w
  left join (select workspace_id, count(*) as questions from messages
             where created_at > now() - interval '30 days' group by 1) m on m.workspace_id = w.id
  left join (select workspace_id, sum(calls) as calls, sum(input_tokens) as input_tokens,
               sum(output_tokens) as output_tokens
             from model_usage where day > (now() at time zone 'utc')::date - 30 group by 1) u on u.workspace_id = w.id
  where w.id = any($1::uuid[]) or w.id in (
    select workspace_id from messages where created_at > now() - interval '30 days'
    group by 1 order by count(*) desc limit ${MAX_WORKSPACES}) or w.id in (
    select workspace_id from model_usage where day > (now() at time zone 'utc')::date - 30
    group by 1 order by sum(input_tokens + output_tokens) desc limit ${MAX_WORKSPACES})`

const tokensOf = (workspaceCost: WorkspaceCost): number => workspaceCost.input_tokens + workspaceCost.output_tokens

/** The fifty that cost the most: by the database's time here, then by tokens of the language model, then by questions. */
export async function workspaceCosts(db: Database): Promise<WorkspaceCost[]> {
  const spentByWorkspace = db.watch.spent()
  const busiestWorkspaces = [...spentByWorkspace].sort(([, a], [, b]) => b.ms - a.ms).slice(0, MAX_WORKSPACES)
  const workspaceIds = busiestWorkspaces.map(([id]) => id)
  const costRows = await systemTransaction(
    db,
    async (transaction) =>
      (await queryIn<Omit<WorkspaceCost, 'database_seconds'>>(transaction, COUNTS_QUERY, [workspaceIds])).rows,
  )
  return costRows
    .map((costRow) => ({ ...costRow, database_seconds: (spentByWorkspace.get(costRow.id)?.ms ?? 0) / 1000 }))
    .sort(
      (leftCost, rightCost) =>
        rightCost.database_seconds - leftCost.database_seconds ||
        tokensOf(rightCost) - tokensOf(leftCost) ||
        rightCost.questions - leftCost.questions,
    )
    .slice(0, MAX_WORKSPACES)
}
