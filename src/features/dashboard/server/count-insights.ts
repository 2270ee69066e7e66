import { type SQL, sql } from 'drizzle-orm'
import { messages } from '../../questions/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type ByOutcome, type Insights, insightsSchema, TOP_QUESTIONS } from '../contract.ts'

/** Questions are equal when they differ only in case, spaces and marks at their ends. */
const sameQuestion = sql`lower(btrim(regexp_replace(question, '[[:space:]]+', ' ', 'g'), ' ?!.,;:…¿¡？！。'))`

/** A JSON array of the questions asked most often; of each the latest wording. */
const mostAsked = (questionFilter: SQL): SQL => sql`
  (select coalesce(json_agg(to_json(t) order by t.times desc, t.last_asked_at desc, t.id), '[]') from (
    select max(id::text)::uuid as id,
      (array_agg(question order by id desc))[1] as question,
      (array_agg(outcome order by id desc))[1] as outcome,
      count(*) as times, max(created_at) as last_asked_at
    from asked where ${questionFilter}
    group by ${sameQuestion}
    order by times desc, last_asked_at desc, id limit ${TOP_QUESTIONS}
  ) t)`

interface InsightsRow {
  counts: { interval: number; outcome: keyof ByOutcome; n: number }[]
  [field: string]: unknown
}

const zeroOutcomes = (): ByOutcome => ({ answered: 0, suggested: 0, refused: 0, unavailable: 0 })

function sumOutcomes(outcomeCounts: readonly ByOutcome[]): ByOutcome {
  const summed = zeroOutcomes()
  for (const intervalCounts of outcomeCounts)
    for (const outcome of Object.keys(summed) as (keyof ByOutcome)[]) summed[outcome] += intervalCounts[outcome]
  return summed
}

/** Everything about the questions of a stretch of time, in one statement: all its figures are of one moment. */
export const countInsights = (context: WorkspaceContext, insightsInput: { edges: string[] }): Promise<Insights> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const edgesSql = sql`${`{${insightsInput.edges.join(',')}}`}::timestamptz[]`
    const { rows } = await tx.execute<InsightsRow>(sql`
      with asked as materialized (
        select id, question, outcome, vote, conversation_id, created_at, width_bucket(created_at, ${edgesSql}) as interval
        from ${messages}
        where workspace_id = ${workspaceId} and not is_small_talk and created_at >= ${insightsInput.edges[0]} and created_at < ${insightsInput.edges.at(-1)}
      )
      select
        (select coalesce(json_agg(c), '[]')
         from (select interval, outcome, count(*) as n from asked group by interval, outcome) c) as counts,
        (select count(*)::int from asked a
         where outcome = 'answered' and vote is distinct from 'down' and not exists (
           select from ${messages} h where h.workspace_id = ${workspaceId} and h.conversation_id = a.conversation_id
             and h.handoff_requested_at is not null)) as deflected,
        (select json_build_object('up', count(*) filter (where vote = 'up'), 'down', count(*) filter (where vote = 'down'))
         from asked) as votes,
        ${mostAsked(sql`true`)} as top,
        ${mostAsked(sql`outcome in ('refused', 'unavailable')`)} as unanswered`)
    const { counts = [], ...row } = rows[0] ?? {}
    const intervals = insightsInput.edges.slice(1).map(zeroOutcomes)
    for (const { interval, outcome, n } of counts) {
      const intervalCounts = intervals[interval - 1]
      if (intervalCounts) intervalCounts[outcome] = n
    }
    const outcomes = sumOutcomes(intervals)
    const totalQuestions = Object.values(outcomes).reduce((left, right) => left + right, 0)
    return insightsSchema.parse({ ...row, total: totalQuestions, outcomes, intervals })
  })
