import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import {
  contentChanged,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { OPEN_RUN_STATES, type Website } from '../../contract.ts'
import { skipWaitingPages } from '../crawl/page-rows.ts'
import { websiteRuns, websites } from '../knowledge.table.ts'
import type { KnowledgeServices } from '../services.ts'
import { sourcesChanged } from '../source-rows.ts'
import { latestRuns, ofWebsite, type RunRow, readPresentedWebsite, readWebsite } from './website-rows.ts'

export const ofRun = ({ workspaceId }: Pick<WorkspaceContext, 'workspaceId'>, runId: string) =>
  and(eq(websiteRuns.workspaceId, workspaceId), eq(websiteRuns.id, runId))

export const isOpenRun = (run: Pick<RunRow, 'state'> | undefined): run is RunRow =>
  OPEN_RUN_STATES.some((openState) => openState === run?.state)

/** Sets the time of the next scheduled crawl, counted from now. */
export async function planNextSync(transaction: WorkspaceTransaction, websiteId: string): Promise<void> {
  const isNeverSynced = eq(websites.syncEvery, 'never')
  await transaction.tx
    .update(websites)
    .set({
      nextSyncAt: sql`case when ${isNeverSynced} then null else now() + ('1 ' || ${websites.syncEvery})::interval end`,
    })
    .where(ofWebsite(transaction, websiteId))
}

/** Queues a crawl of a website, unless one is queued, running or paused. */
export async function startRun(
  services: KnowledgeServices,
  transaction: WorkspaceTransaction,
  websiteId: string,
): Promise<void> {
  // The lock puts two requests one after the other.
  await transaction.tx.select().from(websites).where(ofWebsite(transaction, websiteId)).for('update')
  const [newest] = await latestRuns(transaction, websiteId, 1)
  if (isOpenRun(newest)) return
  await transaction.tx
    .insert(websiteRuns)
    .values({ workspaceId: transaction.workspaceId, id: newId(), websiteId, state: 'queued' })
  await services.queueCrawl(transaction.tx, { workspace_id: transaction.workspaceId })
  await sourcesChanged(transaction, { website_id: websiteId })
}

const STOPPED = 'The crawl was stopped before this page was read.'

async function changeOpenRun(
  transaction: WorkspaceTransaction,
  websiteId: string,
  changeRun: (run: RunRow) => Partial<typeof websiteRuns.$inferInsert> | null,
): Promise<void> {
  await readWebsite(transaction, websiteId)
  await transaction.tx.select().from(websites).where(ofWebsite(transaction, websiteId)).for('update')
  const [newest] = await latestRuns(transaction, websiteId, 1)
  const changedValues = isOpenRun(newest) ? changeRun(newest) : null
  if (!newest || !changedValues)
    throw new AppError('conflict', 'website.no_crawl', 'This website is not being read at the moment.')
  await transaction.tx
    .update(websiteRuns)
    .set({ ...changedValues, jobId: null, updatedAt: new Date() })
    .where(ofRun(transaction, newest.id))
  await sourcesChanged(transaction, { website_id: websiteId })
}

/** @throws not_found `website.not_found`; conflict `website.no_crawl` */
export const pauseCrawl = (context: WorkspaceContext, websiteId: string): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    await changeOpenRun(transaction, websiteId, ({ state }) => (state === 'paused' ? null : { state: 'paused' }))
    return readPresentedWebsite(transaction, websiteId)
  })

/** Continues a paused crawl where it was; one that was not paused continues. @throws not_found `website.not_found`; conflict `website.no_crawl` */
export const resumeCrawl = (
  services: KnowledgeServices,
  context: WorkspaceContext,
  websiteId: string,
): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    await changeOpenRun(transaction, websiteId, ({ state }) => ({ state: state === 'paused' ? 'queued' : state }))
    await services.queueCrawl(transaction.tx, { workspace_id: transaction.workspaceId })
    return readPresentedWebsite(transaction, websiteId)
  })

/** Ends a crawl; what it has read stays. @throws not_found `website.not_found`; conflict `website.no_crawl` */
export const stopCrawl = (context: WorkspaceContext, websiteId: string): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    await changeOpenRun(transaction, websiteId, () => ({ state: 'stopped', endedAt: new Date() }))
    await skipWaitingPages({ ctx: transaction, websiteId }, STOPPED)
    await planNextSync(transaction, websiteId)
    await contentChanged(transaction)
    return readPresentedWebsite(transaction, websiteId)
  })
