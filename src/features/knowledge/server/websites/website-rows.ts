import { and, count, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import {
  inReadTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { noneByState, UNTAGGED_WEBSITE, type Website, type WebsiteRun } from '../../contract.ts'
import { sources, websiteRuns, websites } from '../knowledge.table.ts'

export type WebsiteRow = typeof websites.$inferSelect
export type RunRow = typeof websiteRuns.$inferSelect

export const presentRun = (runRow: RunRow): WebsiteRun => ({
  id: runRow.id,
  state: runRow.state,
  reason: runRow.reason,
  found: runRow.found,
  done: runRow.done,
  added: runRow.added,
  changed: runRow.changed,
  unchanged: runRow.unchanged,
  skipped: runRow.skipped,
  removed: runRow.removed,
  failed: runRow.failed,
  started_at: runRow.startedAt.toISOString(),
  ended_at: runRow.endedAt?.toISOString() ?? null,
})

export const ofWebsite = (transaction: WorkspaceTransaction, websiteId: string) =>
  and(eq(websites.workspaceId, transaction.workspaceId), eq(websites.id, websiteId))

/** @throws not_found `website.not_found` */
export async function readWebsite(transaction: WorkspaceTransaction, websiteId: string): Promise<WebsiteRow> {
  const [row] = await transaction.tx.select().from(websites).where(ofWebsite(transaction, websiteId))
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
  const newestRuns = tx
    .selectDistinctOn([websiteRuns.websiteId], { state: websiteRuns.state })
    .from(websiteRuns)
    .where(and(eq(websiteRuns.workspaceId, workspaceId), inArray(websiteRuns.state, ['completed', 'failed'])))
    .orderBy(websiteRuns.websiteId, desc(websiteRuns.id))
    .as('newest_runs')
  const stateCounts = await tx
    .select({ state: newestRuns.state, n: count() })
    .from(newestRuns)
    .groupBy(newestRuns.state)
  return {
    total: stateCounts.reduce((runTotal, { n }) => runTotal + n, 0),
    failed: stateCounts.find(({ state }) => state === 'failed')?.n ?? 0,
  }
}

/** Websites with the counts of their pages and their newest crawl. */
export async function presentWebsites(
  transaction: WorkspaceTransaction,
  websiteRows: WebsiteRow[],
): Promise<Website[]> {
  if (websiteRows.length === 0) return []
  const websiteIds = websiteRows.map(({ id }) => id)
  const { tx, workspaceId } = transaction
  const pageCounts = await tx
    .select({ id: sources.websiteId, state: sources.state, pages: count() })
    .from(sources)
    .where(and(eq(sources.workspaceId, workspaceId), inArray(sources.websiteId, websiteIds)))
    .groupBy(sources.websiteId, sources.state)
  const waitingCounts = await tx
    .select({ id: sources.websiteId, waitsFor: sources.waitsFor, pages: count() })
    .from(sources)
    .where(
      and(eq(sources.workspaceId, workspaceId), inArray(sources.websiteId, websiteIds), isNotNull(sources.waitsFor)),
    )
    .groupBy(sources.websiteId, sources.waitsFor)
  const waitingFor = (websiteId: string, waitReason: 'limit' | 'browser') =>
    waitingCounts.find(({ id, waitsFor }) => id === websiteId && waitsFor === waitReason)?.pages ?? 0
  const newestRuns = await tx
    .selectDistinctOn([websiteRuns.websiteId])
    .from(websiteRuns)
    .where(and(eq(websiteRuns.workspaceId, workspaceId), inArray(websiteRuns.websiteId, websiteIds)))
    .orderBy(websiteRuns.websiteId, desc(websiteRuns.id))
  return websiteRows.map((websiteRow) => {
    const newestRun = newestRuns.find(({ websiteId }) => websiteId === websiteRow.id)
    const pages = noneByState()
    for (const pageCount of pageCounts) if (pageCount.id === websiteRow.id) pages[pageCount.state] = pageCount.pages
    return {
      id: websiteRow.id,
      name: websiteRow.name,
      url: websiteRow.url,
      scope: websiteRow.scope,
      pages_max: websiteRow.pagesMax,
      content_selector: websiteRow.contentSelector,
      sync_every: websiteRow.syncEvery,
      priority: websiteRow.priority,
      visibility: websiteRow.visibility,
      include: websiteRow.includePatterns,
      exclude: websiteRow.excludePatterns,
      pages,
      waiting: { limit: waitingFor(websiteRow.id, 'limit'), browser: waitingFor(websiteRow.id, 'browser') },
      run: newestRun ? presentRun(newestRun) : null,
      next_sync_at: websiteRow.nextSyncAt?.toISOString() ?? null,
      created_at: websiteRow.createdAt.toISOString(),
    }
  })
}

/** @throws not_found `website.not_found` */
export async function readPresentedWebsite(transaction: WorkspaceTransaction, websiteId: string): Promise<Website> {
  const [website] = await presentWebsites(transaction, [await readWebsite(transaction, websiteId)])
  if (!website) throw new Error('a website just read is missing')
  return website
}

/** @throws not_found `website.not_found` */
export const getWebsite = (context: WorkspaceContext, websiteId: string): Promise<Website> =>
  inReadTransaction(context, (transaction) => readPresentedWebsite(transaction, websiteId))

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
export const requireSameWebsite = (transaction: WorkspaceTransaction, websiteId: string): Promise<void> =>
  requireMatch(
    transaction,
    async () => {
      await transaction.tx
        .select({ id: websites.id })
        .from(websites)
        .where(ofWebsite(transaction, websiteId))
        .for('update')
      return readPresentedWebsite(transaction, websiteId)
    },
    UNTAGGED_WEBSITE,
  )
