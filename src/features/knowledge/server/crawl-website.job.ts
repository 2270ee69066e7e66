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
  othersWait,
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
/** Minimum interval between progress events for dashboards, in milliseconds. */
const PROGRESS_INTERVAL_MS = 700
/** Time after which a crawl lets others have their turn, in milliseconds; and without others. */
const TURN_MS = 5_000
const LONGEST_TURN_MS = 15 * 60_000

/** Why a crawl was interrupted: others have their turn, or it was paused, stopped or removed. */
class CrawlInterrupted extends Error {
  readonly why: 'turn' | 'ended'
  constructor(why: 'turn' | 'ended') {
    super(why)
    this.why = why
  }
}

const countsOf = ({ found, done, added, changed, unchanged, skipped, removed, failed }: CrawlCounts): CrawlCounts => ({
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
  const started = Date.now()
  let lastProgress = 0
  let latest = countsOf(run)
  let lastTouched = countTouched(run)
  const crawl = crawlWebsite({
    ctx: context,
    website: {
      ...website,
      patterns: { include: website.includePatterns, exclude: website.excludePatterns },
    },
    run: { id: run.id, counts: latest },
    pagesMax,
    allowHosts: services.allowHosts,
    readers: services,
    timeLimitMs: services.timeLimitMs,
    signal: AbortSignal.any([signal, interruption.signal]),
    progress: async (counts) => {
      latest = counts
      const now = Date.now()
      if (interruption.signal.aborted || now - lastProgress < PROGRESS_INTERVAL_MS) return
      lastProgress = now
      const hasNewContent = countTouched(counts) > lastTouched
      lastTouched = countTouched(counts)
      if (!(await recordProgress(context, run, counts, { hasNewContent })))
        return interruption.abort(new CrawlInterrupted('ended'))
      const isLong = now - started >= LONGEST_TURN_MS
      if (isLong || (now - started >= (services.turnMs ?? TURN_MS) && (await othersWait(services, run.id))))
        interruption.abort(new CrawlInterrupted('turn'))
    },
  })
  return crawl.catch(async (error: unknown) => {
    // Pages that were on their way when the turn ended are counted, too.
    if (error instanceof CrawlInterrupted && error.why === 'turn') await requeueRun(services, context, run, latest)
    throw error
  })
}

/** Runs a turn, and stores its end. @throws unexpected errors, for another attempt */
async function runTurn(
  services: KnowledgeServices,
  context: WorkspaceContext,
  claimed: ClaimedRun,
  { signal, attempt, final }: { signal: AbortSignal; attempt: number; final: boolean },
): Promise<void> {
  const end = { websiteId: claimed.website.id, runId: claimed.run.id }
  try {
    const counts = await takeTurn(services, context, claimed, signal)
    // After a crash it is not known what an earlier attempt wrote without an event.
    const hasChanges = countTouched(counts) > 0 || attempt > 1
    await endRun(context, { ...end, state: 'completed', reason: failedReason(counts), counts, hasChanges })
  } catch (error) {
    if (error instanceof CrawlInterrupted) return
    const isExpected =
      error instanceof CrawlRefused || (error instanceof AppError && error.code.startsWith('outbound.'))
    if (!signal.aborted && isExpected) {
      await skipWaitingPages({ ctx: context, websiteId: end.websiteId }, error.message)
      return endRun(context, { ...end, state: 'failed', reason: error.message, hasChanges: true })
    }
    if (!signal.aborted && final) await interruptRun(context, end)
    throw error
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
        const claimed = await claimRun(context, jobId)
        if (!claimed) return
        await runTurn(services, context, claimed, { signal, attempt, final })
        await queueNextRun(services, context)
      } catch (error) {
        // The workspace was deleted.
        if (error instanceof AppError && error.kind === 'not_found') return
        throw error
      }
    },
  })
