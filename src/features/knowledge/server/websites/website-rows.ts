import { and, count, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import {
  inReadTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { type SourceState, UNTAGGED_WEBSITE, type Website, type WebsiteRun } from '../../contract.ts'
import { sources, websiteRuns, websites } from '../knowledge.table.ts'

export type WebsiteRow = typeof websites.$inferSelect
export type RunRow = typeof websiteRuns.$inferSelect

export const presentRun = (row: RunRow): WebsiteRun => ({
  id: row.id,
  state: row.state,
  reason: row.reason,
  found: row.found,
  done: row.done,
  added: row.added,
  changed: row.changed,
  unchanged: row.unchanged,
  skipped: row.skipped,
  removed: row.removed,
  failed: row.failed,
  started_at: row.startedAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
})

export const ofWebsite = (transaction: WorkspaceTransaction, id: string) =>
  and(eq(websites.workspaceId, transaction.workspaceId), eq(websites.id, id))

/** @throws not_found `website.not_found` */
export async function readWebsite(transaction: WorkspaceTransaction, id: string): Promise<WebsiteRow> {
  const [row] = await transaction.tx.select().from(websites).where(ofWebsite(transaction, id))
  if (!row) throw notFound('website')
  return row
}

/** The latest crawls of a website, newest first. */
export const latestRuns = (transaction: WorkspaceTransaction, websiteId: string, limit: number): Promise<RunRow[]> =>
  transaction.tx
    .select()
    .from(websiteRuns)
    .where(and(eq(websiteRuns.workspaceId, transaction.workspaceId), eq(websiteRuns.websiteId, websiteId)))
    .orderBy(desc(websiteRuns.id))
    .limit(limit)

/** Number of websites that have been read or tried, and of those that could not be read the last time. */
export async function countWebsites({ tx, workspaceId }: WorkspaceTransaction) {
  const newest = tx
    .selectDistinctOn([websiteRuns.websiteId], { state: websiteRuns.state })
    .from(websiteRuns)
    .where(and(eq(websiteRuns.workspaceId, workspaceId), inArray(websiteRuns.state, ['completed', 'failed'])))
    .orderBy(websiteRuns.websiteId, desc(websiteRuns.id))
    .as('newest_runs')
  const rows = await tx.select({ state: newest.state, n: count() }).from(newest).groupBy(newest.state)
  return {
    total: rows.reduce((sum, { n }) => sum + n, 0),
    failed: rows.find(({ state }) => state === 'failed')?.n ?? 0,
  }
}

/** Websites with the counts of their pages and their newest crawl. */
export async function presentWebsites(transaction: WorkspaceTransaction, rows: WebsiteRow[]): Promise<Website[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { tx, workspaceId } = transaction
  const counted = await tx
    .select({ id: sources.websiteId, state: sources.state, pages: count() })
    .from(sources)
    .where(and(eq(sources.workspaceId, workspaceId), inArray(sources.websiteId, ids)))
    .groupBy(sources.websiteId, sources.state)
  const waiting = await tx
    .select({ id: sources.websiteId, waitsFor: sources.waitsFor, pages: count() })
    .from(sources)
    .where(and(eq(sources.workspaceId, workspaceId), inArray(sources.websiteId, ids), isNotNull(sources.waitsFor)))
    .groupBy(sources.websiteId, sources.waitsFor)
  const waitingFor = (websiteId: string, what: 'limit' | 'browser') =>
    waiting.find(({ id, waitsFor }) => id === websiteId && waitsFor === what)?.pages ?? 0
  const runs = await tx
    .selectDistinctOn([websiteRuns.websiteId])
    .from(websiteRuns)
    .where(and(eq(websiteRuns.workspaceId, workspaceId), inArray(websiteRuns.websiteId, ids)))
    .orderBy(websiteRuns.websiteId, desc(websiteRuns.id))
  return rows.map((row) => {
    const run = runs.find(({ websiteId }) => websiteId === row.id)
    const pages: Record<SourceState, number> = {
      queued: 0,
      processing: 0,
      ready: 0,
      skipped: 0,
      excluded: 0,
      failed: 0,
    }
    for (const one of counted) if (one.id === row.id) pages[one.state] = one.pages
    return {
      id: row.id,
      name: row.name,
      url: row.url,
      scope: row.scope,
      pages_max: row.pagesMax,
      content_selector: row.contentSelector,
      sync_every: row.syncEvery,
      priority: row.priority,
      visibility: row.visibility,
      include: row.includePatterns,
      exclude: row.excludePatterns,
      pages,
      waiting: { limit: waitingFor(row.id, 'limit'), browser: waitingFor(row.id, 'browser') },
      run: run ? presentRun(run) : null,
      next_sync_at: row.nextSyncAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
    }
  })
}

/** @throws not_found `website.not_found` */
export async function readPresentedWebsite(transaction: WorkspaceTransaction, id: string): Promise<Website> {
  const [website] = await presentWebsites(transaction, [await readWebsite(transaction, id)])
  if (!website) throw new Error('a website just read is missing')
  return website
}

/** @throws not_found `website.not_found` */
export const getWebsite = (context: WorkspaceContext, id: string): Promise<Website> =>
  inReadTransaction(context, (transaction) => readPresentedWebsite(transaction, id))

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
export const requireSameWebsite = (transaction: WorkspaceTransaction, id: string): Promise<void> =>
  requireMatch(
    transaction,
    async () => {
      await transaction.tx.select({ id: websites.id }).from(websites).where(ofWebsite(transaction, id)).for('update')
      return readPresentedWebsite(transaction, id)
    },
    UNTAGGED_WEBSITE,
  )
