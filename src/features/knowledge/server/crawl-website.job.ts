import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { formatNumber } from '../../../kernel/format.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { accessOfWorkspace, jobContext, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { CrawlCounts } from './crawl/crawl-counts.ts'
import {
  type ClaimedRun,
  claimRun,
  endRun,
  hasWaitingRuns,
  queueNextRun,
  recordProgress,
  recordRunLimits,
  requeueRun,
} from './crawl/crawl-turns.ts'
import { crawlWebsite } from './crawl/crawl-website.ts'
import { skipWaitingPages } from './crawl/page-rows.ts'
import { CrawlRefused } from './crawl/robots.ts'
import { INTERRUPTED } from './read-document.job.ts'
import type { KnowledgeServices } from './services.ts'
import { pagesOfPlan } from './websites/website-settings.ts'

const JOB_LIMIT_SECONDS = 3_600
/** Between progress events for dashboards. */
const PROGRESS_INTERVAL_MS = 700
/** Time after which a crawl lets others have their turn, in milliseconds; and without others. */
const MIN_TURN_MS = 5_000
const MAX_TURN_MS = 15 * 60_000

/** Why a crawl was interrupted: others have their turn, or it was paused, stopped or removed. */
class CrawlInterrupted extends Error {
  readonly why: 'turn' | 'ended'
  constructor(why: 'turn' | 'ended') {
    super(why)
    this.why = why
  }
}

const pickCounts = ({
  found,
  done,
  added,
  changed,
  unchanged,
  skipped,
  removed,
  failed,
}: CrawlCounts): CrawlCounts => ({
  found,
  done,
  added,
  changed,
  unchanged,
  skipped,
  removed,
  failed,
})

const countTouched = ({ added, changed, removed }: CrawlCounts): number => added + changed + removed

const failedReason = ({ failed }: CrawlCounts): string | null =>
  failed === 0
    ? null
    : `${failed === 1 ? 'One page' : `${formatNumber(failed)} pages`} could not be read. Their last version is still used for answers.`

/** Ends a crawl that was abandoned: its waiting pages fail. */
export async function interruptRun(
  context: WorkspaceContext,
  { websiteId, runId }: { websiteId: string; runId: string },
): Promise<void> {
  await skipWaitingPages({ ctx: context, websiteId }, INTERRUPTED)
  await endRun(context, { websiteId, runId, state: 'failed', reason: INTERRUPTED, hasChanges: true })
}

/** Takes a turn of a run: as long as it lasts, or as others let it. */
async function takeTurn(
  services: KnowledgeServices,
  context: WorkspaceContext,
  { website, run }: ClaimedRun,
  signal: AbortSignal,
): Promise<CrawlCounts> {
  const { limits } = await accessOfWorkspace(context)
  const pagesMax = Math.min(website.pagesMax ?? Number.POSITIVE_INFINITY, pagesOfPlan(limits))
  await recordRunLimits(context, run.id, { pagesMax, hasBrowser: services.renderer !== null })
  const interruption = new AbortController()
  const startedAt = Date.now()
  let lastProgress = 0
  let latestCounts = pickCounts(run)
  let lastTouched = countTouched(run)
  const crawlPromise = crawlWebsite({
    ctx: context,
    website: {
      ...website,
      patterns: { include: website.includePatterns, exclude: website.excludePatterns },
    },
    run: { id: run.id, counts: latestCounts },
    pagesMax,
    allowHosts: services.allowHosts,
    readers: services,
    timeLimitMs: services.timeLimitMs,
    signal: AbortSignal.any([signal, interruption.signal]),
    progress: async (counts) => {
      latestCounts = counts
      const now = Date.now()
      if (interruption.signal.aborted || now - lastProgress < PROGRESS_INTERVAL_MS) return
      lastProgress = now
      const hasNewContent = countTouched(counts) > lastTouched
      lastTouched = countTouched(counts)
      if (!(await recordProgress(context, run, counts, { hasNewContent })))
        return interruption.abort(new CrawlInterrupted('ended'))
      const isLongestTurn = now - startedAt >= MAX_TURN_MS
      if (
        isLongestTurn ||
        (now - startedAt >= (services.turnMs ?? MIN_TURN_MS) && (await hasWaitingRuns(services, run.id)))
      )
        interruption.abort(new CrawlInterrupted('turn'))
    },
  })
  return crawlPromise.catch(async (crawlError: unknown) => {
    // Pages that were on their way when the turn ended are counted, too.
    if (crawlError instanceof CrawlInterrupted && crawlError.why === 'turn')
      await requeueRun(services, context, run, latestCounts)
    throw crawlError
  })
}

/** Runs a turn, and stores its end. @throws unexpected errors, for another attempt */
async function runTurn(
  services: KnowledgeServices,
  context: WorkspaceContext,
  claimedRun: ClaimedRun,
  { signal, attempt, final }: { signal: AbortSignal; attempt: number; final: boolean },
): Promise<void> {
  const runKey = { websiteId: claimedRun.website.id, runId: claimedRun.run.id }
  try {
    const counts = await takeTurn(services, context, claimedRun, signal)
    // After a crash it is not known what an earlier attempt wrote without an event.
    const hasChanges = countTouched(counts) > 0 || attempt > 1
    await endRun(context, { ...runKey, state: 'completed', reason: failedReason(counts), counts, hasChanges })
  } catch (crawlError) {
    if (crawlError instanceof CrawlInterrupted) return
    const isExpected =
      crawlError instanceof CrawlRefused || (crawlError instanceof AppError && crawlError.code.startsWith('outbound.'))
    if (!signal.aborted && isExpected) {
      await skipWaitingPages({ ctx: context, websiteId: runKey.websiteId }, crawlError.message)
      return endRun(context, { ...runKey, state: 'failed', reason: crawlError.message, hasChanges: true })
    }
    if (!signal.aborted && final) await interruptRun(context, runKey)
    throw crawlError
  }
}

/**
 * Runs the crawls of a workspace in turns: a crawl that has had its turn is queued again behind those of other
 * workspaces, and continues there. After a crash it continues, too.
 */
export const crawlWebsiteJob = (services: KnowledgeServices) =>
  defineJob({
    name: 'knowledge.crawl-website',
    schema: z.object({ workspace_id: z.uuid() }),
    retryLimit: 2,
    expireInSeconds: JOB_LIMIT_SECONDS,
    concurrency: 2,
    handler: async ({ workspace_id }, { signal, attempt, final, jobId }) => {
      const context = jobContext(services.workspaces, workspace_id)
      try {
        const claimedRun = await claimRun(context, jobId)
        if (!claimedRun) return
        await runTurn(services, context, claimedRun, { signal, attempt, final })
        await queueNextRun(services, context)
      } catch (crawlError) {
        // The workspace was deleted.
        if (crawlError instanceof AppError && crawlError.kind === 'not_found') return
        throw crawlError
      }
    },
  })
