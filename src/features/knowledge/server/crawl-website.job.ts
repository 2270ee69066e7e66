import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import {
  accessOfWorkspace,
  contentChanged,
  emit,
  inTransaction,
  jobContext,
  type WorkspaceContext,
} from '../../workspaces/server/index.ts'
import { type Counts, crawlWebsite } from './crawl/crawl-website.ts'
import { leaveOut } from './crawl/page-rows.ts'
import { CrawlRefused } from './crawl/robots.ts'
import { sources, websiteRuns, websites } from './knowledge.table.ts'
import { failReading, INTERRUPTED } from './read-document.job.ts'
import type { KnowledgeServices } from './services.ts'
import { sourcesChanged } from './source-rows.ts'
import { latestRuns, ofWebsite, type WebsiteRow } from './website-rows.ts'
import { pagesOfPlan, planNextSync } from './website-settings.ts'
import { startRun } from './websites.ts'

const PASS_LIMIT_SECONDS = 3_600
/** Minimum interval between progress events for dashboards, in milliseconds. */
const TELL_MS = 700

/** Takes the run that waits, or that an earlier attempt left; null when the website is gone. */
const openRun = (
  context: WorkspaceContext,
  websiteId: string,
): Promise<{ website: WebsiteRow; runId: string } | null> =>
  inTransaction(context, async (transaction) => {
    const [website] = await transaction.tx
      .select()
      .from(websites)
      .where(ofWebsite(transaction, websiteId))
      .for('update')
    if (!website) return null
    const [newest] = await latestRuns(transaction, websiteId, 1)
    const open = newest?.state === 'queued' || newest?.state === 'running' ? newest.id : null
    const runId = open ?? newId()
    const now = new Date()
    if (open)
      await transaction.tx
        .update(websiteRuns)
        .set({ state: 'running', updatedAt: now })
        .where(ofRun(transaction.workspaceId, runId))
    else
      await transaction.tx
        .insert(websiteRuns)
        .values({ workspaceId: transaction.workspaceId, id: runId, websiteId, state: 'running' })
    await sourcesChanged(transaction, { website_id: websiteId })
    return { website, runId }
  })

const ofRun = (workspaceId: string, id: string) => and(eq(websiteRuns.workspaceId, workspaceId), eq(websiteRuns.id, id))

/** Throws `website.gone` when the website was deleted during the crawl, which ends there. */
const tell = (
  context: WorkspaceContext,
  { websiteId, runId }: { websiteId: string; runId: string },
  counts: Counts,
  changedBefore: number,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .update(websiteRuns)
      .set({ ...counts, updatedAt: new Date() })
      .where(ofRun(transaction.workspaceId, runId))
      .returning({ id: websiteRuns.id })
    if (rows.length === 0) throw gone()
    if (counts.added + counts.changed > changedBefore) await contentChanged(transaction)
    await sourcesChanged(transaction, { website_id: websiteId })
  })
const gone = () => new AppError('not_found', 'website.gone', 'This website was removed.')

const endRun = (
  context: WorkspaceContext,
  options: {
    websiteId: string
    runId: string
    state: 'completed' | 'failed'
    reason: string | null
    counts?: Counts
    attempt: number
  },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const now = new Date()
    await transaction.tx
      .update(websiteRuns)
      .set({ ...options.counts, state: options.state, reason: options.reason, updatedAt: now, endedAt: now })
      .where(ofRun(transaction.workspaceId, options.runId))
    await planNextSync(transaction, options.websiteId)
    await sourcesChanged(transaction, { website_id: options.websiteId })
    // After a crash it is not known what an earlier attempt wrote without telling.
    const untouched =
      options.state === 'completed' && options.counts && touched(options.counts) === 0 && options.attempt === 1
    if (!untouched) await contentChanged(transaction)
    await emit(transaction, { type: 'website.synced', website_id: options.websiteId, state: options.state })
  })

/** Ends a crawl that was abandoned: its waiting pages fail. */
async function breakOff(context: WorkspaceContext, run: { websiteId: string; runId: string; attempt: number }) {
  await leaveOut(context, run.websiteId, INTERRUPTED)
  await endRun(context, { ...run, state: 'failed', reason: INTERRUPTED })
}

const touched = ({ added, changed, removed }: Counts): number => added + changed + removed

const partly = (missed: number): string =>
  `${missed === 1 ? 'One page' : `${missed} pages`} could not be read, so nothing was removed.`

/**
 * Runs a crawl of a website. A second run after a crash starts again and finds pages that were read before unchanged.
 */
export const crawlWebsiteJob = (services: KnowledgeServices) =>
  defineJob({
    name: 'knowledge.crawl-website',
    schema: z.object({ workspace_id: z.uuid(), website_id: z.uuid() }),
    retryLimit: 2,
    expireInSeconds: PASS_LIMIT_SECONDS,
    concurrency: 2,
    handler: async ({ workspace_id, website_id: websiteId }, { signal, attempt, final }) => {
      const context = jobContext(services.workspaces, workspace_id)
      const run = await openRun(context, websiteId).catch((error: unknown) => {
        if (error instanceof AppError && error.kind === 'not_found') return null
        throw error
      })
      if (!run) return
      const end = { websiteId, runId: run.runId, attempt }
      let told = 0
      let toldChanged = 0
      try {
        const { limits } = await accessOfWorkspace(context)
        const { counts, missed } = await crawlWebsite({
          ctx: context,
          website: run.website,
          pagesMax: Math.min(run.website.pagesMax ?? Number.POSITIVE_INFINITY, pagesOfPlan(limits)),
          allowHosts: services.allowHosts,
          readers: services,
          timeLimitMs: services.timeLimitMs,
          signal,
          progress: async (so) => {
            if (Date.now() - told < TELL_MS) return
            told = Date.now()
            const before = toldChanged
            toldChanged = so.added + so.changed
            await tell(context, end, so, before)
          },
        })
        const reason = missed > 0 ? partly(missed) : null
        await endRun(context, { ...end, state: 'completed', reason, counts })
      } catch (error) {
        if (error instanceof AppError && error.code === 'website.gone') return
        const told = error instanceof CrawlRefused || (error instanceof AppError && error.code.startsWith('outbound.'))
        if (!signal.aborted && told) {
          await leaveOut(context, websiteId, error.message)
          return endRun(context, { ...end, state: 'failed', reason: error.message })
        }
        if (!signal.aborted && final) await breakOff(context, end)
        throw error
      }
    },
  })

/** Without a sign of life for so long, nothing reads it any more: longer than its job may run. */
const STUCK = { document: '15 minutes', run: '90 minutes' } as const
const longAgo = (limit: string) => sql`now() - ${limit}::interval`

/** Ends what a process that died for good left behind, and says so on the screens that are open. */
async function endStuck({ workspaces }: KnowledgeServices, signal: AbortSignal): Promise<void> {
  const stuck = await systemTransaction(workspaces.db, async (transaction) => ({
    documents: await transaction
      .select({ id: sources.id, workspaceId: sources.workspaceId })
      .from(sources)
      .where(
        and(
          eq(sources.kind, 'document'),
          eq(sources.state, 'processing'),
          lt(sources.updatedAt, longAgo(STUCK.document)),
        ),
      ),
    runs: await transaction
      .select({ runId: websiteRuns.id, websiteId: websiteRuns.websiteId, workspaceId: websiteRuns.workspaceId })
      .from(websiteRuns)
      .where(and(inArray(websiteRuns.state, ['queued', 'running']), lt(websiteRuns.updatedAt, longAgo(STUCK.run)))),
  }))
  for (const { id, workspaceId } of stuck.documents) {
    signal.throwIfAborted()
    await failReading(jobContext(workspaces, workspaceId), id, INTERRUPTED)
  }
  for (const { workspaceId, ...run } of stuck.runs) {
    signal.throwIfAborted()
    await breakOff(jobContext(workspaces, workspaceId), { ...run, attempt: 2 })
  }
}

/** Begins the passes that are due, and ends what a process that died for good left behind. */
export const tendSourcesJob = (services: KnowledgeServices) =>
  defineJob({
    name: 'knowledge.tend-sources',
    schema: z.object({}),
    cron: '*/10 * * * *',
    expireInSeconds: 300,
    handler: async (_, { signal }) => {
      await endStuck(services, signal)
      const due = await systemTransaction(services.workspaces.db, (transaction) =>
        transaction
          .select({ id: websites.id, workspaceId: websites.workspaceId })
          .from(websites)
          .where(lt(websites.nextSyncAt, sql`now()`))
          .orderBy(websites.nextSyncAt)
          .limit(200),
      )
      for (const { id, workspaceId } of due) {
        signal.throwIfAborted()
        const context = jobContext(services.workspaces, workspaceId)
        // Without access nothing is written; the website is asked about again when it is due next.
        const { has_access } = await accessOfWorkspace(context)
        await inTransaction(context, async (transaction) => {
          await planNextSync(transaction, id)
          if (has_access) await startRun(services, transaction, id)
        })
      }
    },
  })
