import { type SQL, sql } from 'drizzle-orm'
import { faqs } from '../../faqs/server/index.ts'
import { documents } from '../../knowledge/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import { inReadTransaction, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type Stats, statsSchema } from '../contract.ts'
import { dashboardCache } from './dashboard.table.ts'

const CACHE_KEY = 'dashboard_stats'
/** 0.0833 and 0.0416 minutes. */
const CACHE_LIFETIME = '5 seconds'
const STALE_GRACE = '2.5 seconds'

/** One row with one JSON column `data`. */
const figuresSql = (workspaceId: string): SQL => sql`
  select json_build_object(
    'total_faqs', f.total, 'published_faqs', f.published, 'last_update', f.last_update,
    'total_documents', (select count(*) from ${documents} where workspace_id = ${workspaceId}),
    'total_messages', m.total, 'messages_this_week', m.this_week, 'messages_this_month', m.this_month
  ) as data
  from
    (select count(*) as total, count(*) filter (where status = 'published') as published, max(updated_at) as last_update
     from ${faqs} where workspace_id = ${workspaceId}) f,
    (select count(*) as total,
       count(*) filter (where created_at >= now() - interval '7 days') as this_week,
       count(*) filter (where created_at >= now() - interval '30 days') as this_month
     from ${messages} where workspace_id = ${workspaceId}) m`

const parseStats = (cacheData: unknown): Stats => {
  const stats = statsSchema.parse(cacheData)
  return { ...stats, last_update: stats.last_update && new Date(stats.last_update).toISOString() }
}

const firstData = (rows: { data: unknown }[]): Stats => parseStats(rows[0]?.data)

export interface CachedStats {
  stats: Stats
  /** False within the grace after its lifetime: to be served once more, and renewed. */
  fresh: boolean
}

/** Returns the cached figures, or null when they are too old or expired by an event. */
export const readCachedStats = (context: WorkspaceContext): Promise<CachedStats | null> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<{ data: unknown; fresh: boolean }>(sql`
      select cache_data as data, expires_at > clock_timestamp() as fresh from ${dashboardCache}
      where workspace_id = ${workspaceId} and cache_key = ${CACHE_KEY}
        and expires_at + ${STALE_GRACE}::interval > clock_timestamp()`)
    return rows[0] ? { stats: parseStats(rows[0].data), fresh: rows[0].fresh } : null
  })

/** Counts, without the cache. */
export const countStats = (context: WorkspaceContext): Promise<Stats> =>
  inReadTransaction(context, async ({ tx, workspaceId }) =>
    firstData((await tx.execute<{ data: unknown }>(figuresSql(workspaceId))).rows),
  )

/**
 * Counts and caches the figures in one statement, so that they are consistent. When an event has marked the row in
 * between, the figures are older than the event and are not cached.
 */
export const renewStats = (context: WorkspaceContext): Promise<Stats> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<{ data: unknown }>(sql`
      with before as (
        select updated_at from ${dashboardCache} where workspace_id = ${workspaceId} and cache_key = ${CACHE_KEY}
      ), figures as materialized (${figuresSql(workspaceId)}), kept as (
        insert into ${dashboardCache} as cache (workspace_id, cache_key, cache_data, expires_at, updated_at)
        select ${workspaceId}::uuid, ${CACHE_KEY}, data, clock_timestamp() + ${CACHE_LIFETIME}::interval, clock_timestamp()
        from figures
        on conflict (workspace_id, cache_key) do update
          set cache_data = excluded.cache_data, expires_at = excluded.expires_at, updated_at = excluded.updated_at
          where cache.updated_at is not distinct from (select updated_at from before)
        returning 1
      )
      select data from figures`)
    return firstData(rows)
  })

/** Within the transaction of what changed. A row is made where there is none, for a count under way to run into. */
export const overtakeStats = (workspaceId: string): SQL => sql`
  insert into ${dashboardCache} as cache (workspace_id, cache_key, cache_data, expires_at, updated_at)
  values (${workspaceId}, ${CACHE_KEY}, 'null', '-infinity', clock_timestamp())
  on conflict (workspace_id, cache_key) do update
    set expires_at = excluded.expires_at, updated_at = excluded.updated_at`
