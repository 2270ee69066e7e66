import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { contentChanged, emit, inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { websiteRuns, websites } from '../knowledge.table.ts'
import type { KnowledgeServices } from '../services.ts'
import { sourcesChanged } from '../source-rows.ts'
import { ofWebsite, type RunRow, type WebsiteRow } from '../websites/website-rows.ts'
import { ofRun, planNextSync } from '../websites/website-runs.ts'
import type { CrawlCounts } from './crawl-counts.ts'

export interface ClaimedRun {
  website: WebsiteRow
  run: RunRow
}

/**
 * Claims a run of the workspace for a job: the one that an earlier attempt of the job left, or the one that has waited
 * longest. Returns null when none waits.
 */
export const claimRun = (context: WorkspaceContext, jobId: string): Promise<ClaimedRun | null> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const { state } = websiteRuns
    const [waiting] = await tx
      .select()
      .from(websiteRuns)
      .where(
        and(
          eq(websiteRuns.workspaceId, workspaceId),
          or(eq(state, 'queued'), and(eq(state, 'running'), eq(websiteRuns.jobId, jobId))),
        ),
      )
      .orderBy(sql`${state} = 'queued'`, asc(websiteRuns.updatedAt), asc(websiteRuns.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!waiting) return null
    const [website] = await tx.select().from(websites).where(ofWebsite(transaction, waiting.websiteId))
    if (!website) return null
    const [run] = await tx
      .update(websiteRuns)
      .set({ state: 'running', jobId, updatedAt: new Date() })
      .where(ofRun(transaction, waiting.id))
      .returning()
    if (!run) return null
    await sourcesChanged(transaction, { website_id: website.id })
    return { website, run }
  })

/** Stores what a run reads at most, and whether it can read pages that need JavaScript. */
export const recordRunLimits = (
  context: WorkspaceContext,
  runId: string,
  runLimits: Pick<RunRow, 'pagesMax' | 'hasBrowser'>,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx.update(websiteRuns).set(runLimits).where(ofRun(transaction, runId))
  })

/** Stores the counts of a running crawl. @returns false when it is running no more: paused, stopped, or removed */
export const recordProgress = (
  context: WorkspaceContext,
  crawlRun: Pick<RunRow, 'id' | 'websiteId'>,
  counts: CrawlCounts,
  { hasNewContent }: { hasNewContent: boolean },
): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const updatedRuns = await transaction.tx
      .update(websiteRuns)
      .set({ ...counts, updatedAt: new Date() })
      .where(and(ofRun(transaction, crawlRun.id), eq(websiteRuns.state, 'running')))
      .returning({ id: websiteRuns.id })
    if (updatedRuns.length === 0) return false
    if (hasNewContent) await contentChanged(transaction)
    await sourcesChanged(transaction, { website_id: crawlRun.websiteId })
    return true
  })

/** Puts a run back, so that others have their turn. It continues where it was. */
export const requeueRun = (
  services: KnowledgeServices,
  context: WorkspaceContext,
  crawlRun: Pick<RunRow, 'id'>,
  counts: CrawlCounts,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx
      .update(websiteRuns)
      .set({ ...counts, state: 'queued', jobId: null, updatedAt: new Date() })
      .where(and(ofRun(transaction, crawlRun.id), eq(websiteRuns.state, 'running')))
    await services.queueCrawl(transaction.tx, { workspace_id: transaction.workspaceId })
    await contentChanged(transaction)
  })

/** Queues the workspace's next run when one waits. */
export const queueNextRun = (services: KnowledgeServices, context: WorkspaceContext): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const [waiting] = await transaction.tx
      .select({ id: websiteRuns.id })
      .from(websiteRuns)
      .where(and(eq(websiteRuns.workspaceId, transaction.workspaceId), eq(websiteRuns.state, 'queued')))
      .limit(1)
    if (waiting) await services.queueCrawl(transaction.tx, { workspace_id: transaction.workspaceId })
  })

/** Returns true when another run waits for its turn, in any workspace. */
export const hasWaitingRuns = ({ workspaces }: KnowledgeServices, runId: string): Promise<boolean> =>
  systemTransaction(workspaces.db, async (transaction) => {
    const [waiting] = await transaction
      .select({ id: websiteRuns.id })
      .from(websiteRuns)
      .where(and(eq(websiteRuns.state, 'queued'), ne(websiteRuns.id, runId)))
      .limit(1)
    return waiting !== undefined
  })

/** Ends a running crawl, unless it was paused or stopped in between. */
export const endRun = (
  context: WorkspaceContext,
  options: {
    websiteId: string
    runId: string
    state: 'completed' | 'failed'
    reason: string | null
    counts?: CrawlCounts
    /** False when it is certain that no content changed. */
    hasChanges: boolean
  },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const endedAt = new Date()
    const { websiteId, state } = options
    const updatedRuns = await transaction.tx
      .update(websiteRuns)
      .set({ ...options.counts, state, reason: options.reason, jobId: null, updatedAt: endedAt, endedAt })
      .where(and(ofRun(transaction, options.runId), inArray(websiteRuns.state, ['queued', 'running'])))
      .returning({ id: websiteRuns.id })
    if (updatedRuns.length === 0) return
    await planNextSync(transaction, websiteId)
    await sourcesChanged(transaction, { website_id: websiteId })
    if (options.hasChanges) await contentChanged(transaction)
    await emit(transaction, { type: 'website.synced', website_id: websiteId, state })
  })
