import { and, eq, exists, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { accessOfWorkspace, inTransaction, jobContext } from '../../workspaces/server/index.ts'
import { queueNextRun } from './crawl/crawl-turns.ts'
import { interruptRun } from './crawl-website.job.ts'
import { sources, websiteRuns, websites } from './knowledge.table.ts'
import { failReading, INTERRUPTED } from './read-document.job.ts'
import type { KnowledgeServices } from './services.ts'
import { latestRuns, ofWebsite } from './websites/website-rows.ts'
import { planNextSync, startRun } from './websites/website-runs.ts'
import { pagesOfPlan } from './websites/website-settings.ts'

/** Time without progress after which no process works on it: longer than its job may run. */
const STUCK_AFTER = { document: '15 minutes', run: '90 minutes' } as const
const WEBSITES_PER_RUN = 200
const intervalAgo = (interval: string) => sql`now() - ${interval}::interval`

/** Ends what a process that died left behind. */
async function endStuckWork(services: KnowledgeServices, signal: AbortSignal): Promise<void> {
  const { workspaces } = services
  const stuckWork = await systemTransaction(workspaces.db, async (transaction) => ({
    documents: await transaction
      .select({ id: sources.id, workspaceId: sources.workspaceId })
      .from(sources)
      .where(
        and(
          eq(sources.kind, 'document'),
          eq(sources.state, 'processing'),
          lt(sources.updatedAt, intervalAgo(STUCK_AFTER.document)),
        ),
      ),
    waiting: await transaction
      .selectDistinct({ workspaceId: websiteRuns.workspaceId })
      .from(websiteRuns)
      .where(eq(websiteRuns.state, 'queued')),
    runs: await transaction
      .select({ runId: websiteRuns.id, websiteId: websiteRuns.websiteId, workspaceId: websiteRuns.workspaceId })
      .from(websiteRuns)
      .where(and(eq(websiteRuns.state, 'running'), lt(websiteRuns.updatedAt, intervalAgo(STUCK_AFTER.run)))),
  }))
  for (const { id, workspaceId } of stuckWork.documents) {
    signal.throwIfAborted()
    await failReading(jobContext(workspaces, workspaceId), id, INTERRUPTED)
  }
  for (const { workspaceId, ...run } of stuckWork.runs) {
    signal.throwIfAborted()
    await interruptRun(jobContext(workspaces, workspaceId), run)
  }
  // A job that still waits is enough.
  for (const { workspaceId } of stuckWork.waiting) await queueNextRun(services, jobContext(workspaces, workspaceId))
}

/** Starts the crawls that are due. Without access nothing is written; the next time is planned. */
async function startDueCrawls(services: KnowledgeServices, signal: AbortSignal): Promise<void> {
  const dueWebsites = await systemTransaction(services.workspaces.db, (transaction) =>
    transaction
      .select({ id: websites.id, workspaceId: websites.workspaceId })
      .from(websites)
      .where(lt(websites.nextSyncAt, sql`now()`))
      .orderBy(websites.nextSyncAt)
      .limit(WEBSITES_PER_RUN),
  )
  for (const { id, workspaceId } of dueWebsites) {
    signal.throwIfAborted()
    const context = jobContext(services.workspaces, workspaceId)
    const { has_access } = await accessOfWorkspace(context)
    await inTransaction(context, async (transaction) => {
      await planNextSync(transaction, id)
      if (has_access) await startRun(services, transaction, id)
    })
  }
}

/** Starts crawls for pages that waited for a larger plan or a browser and can be read now. */
async function startWaitingCrawls(services: KnowledgeServices, signal: AbortSignal): Promise<void> {
  const resolvableWaits = services.renderer === null ? ['limit' as const] : ['limit' as const, 'browser' as const]
  const waitingWebsites = await systemTransaction(services.workspaces.db, (transaction) =>
    transaction
      .select({ id: websites.id, workspaceId: websites.workspaceId })
      .from(websites)
      .where(
        exists(
          transaction
            .select({ one: sql`1` })
            .from(sources)
            .where(
              and(
                eq(sources.workspaceId, websites.workspaceId),
                eq(sources.websiteId, websites.id),
                inArray(sources.waitsFor, resolvableWaits),
              ),
            ),
        ),
      )
      .limit(WEBSITES_PER_RUN),
  )
  for (const { id, workspaceId } of waitingWebsites) {
    signal.throwIfAborted()
    const context = jobContext(services.workspaces, workspaceId)
    const { has_access, limits } = await accessOfWorkspace(context)
    if (!has_access) continue
    await inTransaction(context, async (transaction) => {
      const [website] = await transaction.tx.select().from(websites).where(ofWebsite(transaction, id))
      const [newest] = await latestRuns(transaction, id, 1)
      if (!website || !newest) return
      const pagesMax = Math.min(website.pagesMax ?? Number.POSITIVE_INFINITY, pagesOfPlan(limits))
      const hasGrown = newest.pagesMax !== null && pagesMax > newest.pagesMax
      const hasNewBrowser = services.renderer !== null && !newest.hasBrowser
      if (hasGrown || hasNewBrowser) await startRun(services, transaction, id)
    })
  }
}

/** Starts the crawls that are due, and ends what a process that died left behind. */
export const tendSourcesJob = (services: KnowledgeServices) =>
  defineJob({
    name: 'knowledge.tend-sources',
    schema: z.object({}),
    cron: '*/10 * * * *',
    expireInSeconds: 300,
    handler: async (_, { signal }) => {
      await endStuckWork(services, signal)
      await startDueCrawls(services, signal)
      await startWaitingCrawls(services, signal)
    },
  })
