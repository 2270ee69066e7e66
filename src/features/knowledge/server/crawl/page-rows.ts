import { and, eq, inArray, like, sql } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { sources } from '../knowledge.table.ts'
import { clearSources, NO_CONTENT, type SourceText, writeSourceText } from '../source-chunks.ts'
import { lockUsed, ofSource, pagesOfWebsite, STILL_USED, sourcesSettled } from '../source-rows.ts'

/** The run that writes, and its website. */
export interface CrawlRun {
  ctx: WorkspaceContext
  websiteId: string
  runId: string
}

/** A page as it is known from before. */
export type PageRow = Pick<
  typeof sources.$inferSelect,
  | 'id'
  | 'state'
  | 'reason'
  | 'etag'
  | 'lastModified'
  | 'bodyHash'
  | 'contentHash'
  | 'sketch'
  | 'title'
  | 'keptShare'
  | 'readWhole'
  | 'links'
  | 'movedTo'
  | 'waitsFor'
  | 'settledBy'
>

/** Returns everything known of a website's pages, by URL, in the order in which they were found. */
export const knownPages = ({ ctx, websiteId }: Omit<CrawlRun, 'runId'>): Promise<Map<string, PageRow>> =>
  inTransaction(ctx, async (transaction) => {
    const pageRows = await transaction.tx
      .select({
        id: sources.id,
        url: sources.url,
        state: sources.state,
        reason: sources.reason,
        etag: sources.etag,
        lastModified: sources.lastModified,
        bodyHash: sources.bodyHash,
        contentHash: sources.contentHash,
        sketch: sources.sketch,
        title: sources.title,
        keptShare: sources.keptShare,
        readWhole: sources.readWhole,
        links: sources.links,
        movedTo: sources.movedTo,
        waitsFor: sources.waitsFor,
        settledBy: sources.settledBy,
      })
      .from(sources)
      .where(pagesOfWebsite(transaction, websiteId))
      .orderBy(sources.id)
    return new Map(pageRows.flatMap(({ url, ...row }) => (url === null ? [] : [[url, row]])))
  })

const ofPage = (transaction: WorkspaceTransaction, { websiteId }: CrawlRun, address: string) =>
  and(pagesOfWebsite(transaction, websiteId), eq(sources.url, address))

/** Null when it was removed or excluded while it was read. */
const lockPage = (transaction: WorkspaceTransaction, crawlRun: CrawlRun, address: string) =>
  lockUsed(transaction, ofPage(transaction, crawlRun, address))

const BATCH_SIZE = 200

/** Inserts found URLs: one row each, queued, or skipped with the reason. Known rows stay unchanged. */
export async function insertPages(
  { ctx, websiteId, runId }: CrawlRun,
  foundAddresses: { address: string; reason: string | null }[],
): Promise<void> {
  for (let batchStart = 0; batchStart < foundAddresses.length; batchStart += BATCH_SIZE) {
    await inTransaction(ctx, async ({ tx, workspaceId }) => {
      const now = new Date()
      await tx
        .insert(sources)
        .values(
          foundAddresses.slice(batchStart, batchStart + BATCH_SIZE).map(({ address, reason }) => ({
            workspaceId,
            id: newId(),
            kind: 'website' as const,
            title: address,
            url: address,
            websiteId,
            state: reason === null ? ('queued' as const) : ('skipped' as const),
            reason,
            settledBy: reason === null ? null : runId,
            lastSeenAt: now,
          })),
        )
        .onConflictDoNothing()
    })
  }
}

/**
 * Stores a page's current content; replaces its passages in the same transaction. Content events are sent at intervals,
 * since one per page would cost as much as storing it.
 */
export const savePage = (
  crawlRun: CrawlRun,
  savedPage: { address: string; text: SourceText } & Pick<
    typeof sources.$inferSelect,
    'reason' | 'sketch' | 'etag' | 'lastModified' | 'bodyHash' | 'links'
  > & { variant?: string | null },
): Promise<void> =>
  inTransaction(crawlRun.ctx, async (transaction) => {
    const { address, text, ...changes } = savedPage
    const pageRow = await lockPage(transaction, crawlRun, address)
    if (!pageRow) return
    await writeSourceText(transaction, pageRow, text, {
      ...changes,
      movedTo: null,
      waitsFor: null,
      settledBy: crawlRun.runId,
    })
  })

/** Marks pages as unchanged: a failure of before is no longer true, other reasons and notes still are. */
export async function markUnchanged({ ctx, websiteId, runId }: CrawlRun, addresses: string[]): Promise<void> {
  for (let batchStart = 0; batchStart < addresses.length; batchStart += BATCH_SIZE)
    await inTransaction(ctx, async (transaction) => {
      await transaction.tx
        .update(sources)
        .set({
          lastSeenAt: new Date(),
          reason: sql`case when ${like(sources.reason, `%${STILL_USED}`)} then null else ${sources.reason} end`,
          waitsFor: sql`case when ${sources.state} = 'ready' then null else ${sources.waitsFor} end`,
          movedTo: null,
          settledBy: runId,
        })
        .where(
          and(
            pagesOfWebsite(transaction, websiteId),
            inArray(sources.url, addresses.slice(batchStart, batchStart + BATCH_SIZE)),
            inArray(sources.state, ['ready', 'skipped', 'failed']),
          ),
        )
    })
}

/** Stores the new version, links and note of a page whose text is unchanged. */
export const updateVersion = (
  crawlRun: CrawlRun,
  address: string,
  versionChanges: Partial<Pick<typeof sources.$inferSelect, 'reason' | 'etag' | 'lastModified' | 'bodyHash' | 'links'>>,
): Promise<void> =>
  inTransaction(crawlRun.ctx, async (transaction) => {
    await transaction.tx
      .update(sources)
      .set(versionChanges)
      .where(ofPage(transaction, crawlRun, address))
  })

/** The reason of a page whose content is from before: it could not be read again. */
export const isStillUsed = (reason: string | null): boolean => reason?.endsWith(STILL_USED) === true

/** The reason without the note that a page with content has. */
export const reasonWithoutNote = (reason: string): string => reason.replace(` ${STILL_USED}`, '')

interface UnreadOutcome extends Partial<Pick<PageRow, 'waitsFor' | 'movedTo'>> {
  state: 'skipped' | 'failed'
  reason: string
}

/** Stores why a page was not read. A page with content stays ready, with the reason. */
export const recordUnreadPage = (crawlRun: CrawlRun, address: string, outcome: UnreadOutcome): Promise<void> =>
  inTransaction(crawlRun.ctx, async (transaction) => {
    const { state, reason, waitsFor = null, movedTo = null } = outcome
    const now = new Date()
    const settledFields = { waitsFor, movedTo, settledBy: crawlRun.runId }
    const [before] =
      state === 'failed'
        ? await transaction.tx
            .select({ id: sources.id, state: sources.state, reason: sources.reason })
            .from(sources)
            .where(ofPage(transaction, crawlRun, address))
            .for('update')
        : []
    await transaction.tx
      .update(sources)
      .set({ ...settledFields, state, reason, progress: 0, updatedAt: now, lastSeenAt: now })
      .where(
        and(
          ofPage(transaction, crawlRun, address),
          inArray(sources.state, ['queued', 'processing', 'skipped', 'failed']),
        ),
      )
    // A page that fails every day for the same reason is announced once.
    const isAnnounced = before?.state === 'ready' || (before?.state === 'failed' && before.reason === reason)
    if (before && !isAnnounced) await sourcesSettled(transaction, [before.id])
    await transaction.tx
      .update(sources)
      .set({ ...settledFields, reason: `${reason} ${STILL_USED}` })
      .where(and(ofPage(transaction, crawlRun, address), eq(sources.state, 'ready')))
  })

/** Skips a page and removes its content. @returns true when it had content */
export const skipPage = (
  crawlRun: CrawlRun,
  address: string,
  { reason, waitsFor = null }: { reason: string; waitsFor?: PageRow['waitsFor'] },
): Promise<boolean> =>
  inTransaction(crawlRun.ctx, async (transaction) => {
    const pageRow = await lockPage(transaction, crawlRun, address)
    if (!pageRow) return false
    if (pageRow.chunkCount > 0) await clearSources(transaction, [pageRow])
    const now = new Date()
    await transaction.tx
      .update(sources)
      .set({
        ...NO_CONTENT,
        state: 'skipped',
        reason,
        waitsFor,
        movedTo: null,
        settledBy: crawlRun.runId,
        updatedAt: now,
        lastSeenAt: now,
      })
      .where(ofSource(transaction, pageRow.id))
    return pageRow.chunkCount > 0
  })

/** Removes a page that the website says is gone, with its content. @returns true when it had content */
export const removePage = (crawlRun: CrawlRun, address: string): Promise<boolean> =>
  inTransaction(crawlRun.ctx, async (transaction) => {
    const pageRow = await lockPage(transaction, crawlRun, address)
    if (!pageRow) return false
    if (pageRow.chunkCount > 0) await clearSources(transaction, [pageRow])
    await transaction.tx.delete(sources).where(ofSource(transaction, pageRow.id))
    return pageRow.chunkCount > 0
  })

/** Returns the stored text of a page; null when it has none. */
export const readPageText = (crawlRun: CrawlRun, address: string): Promise<string | null> =>
  inTransaction(crawlRun.ctx, async (transaction) => {
    const [row] = await transaction.tx
      .select({ content: sources.content })
      .from(sources)
      .where(ofPage(transaction, crawlRun, address))
    return row?.content ?? null
  })

/** Stores the difference to a page that says nearly the same; citations show it. */
export const labelVariant = (crawlRun: CrawlRun, address: string, variant: string): Promise<void> =>
  inTransaction(crawlRun.ctx, async (transaction) => {
    const pageRow = await lockPage(transaction, crawlRun, address)
    if (!pageRow || pageRow.variant !== null) return
    await transaction.tx.update(sources).set({ variant }).where(ofSource(transaction, pageRow.id))
  })

/** Skips pages that still wait at the end of a crawl; no row waits forever. */
export const skipWaitingPages = ({ ctx, websiteId }: Omit<CrawlRun, 'runId'>, reason: string): Promise<void> =>
  inTransaction(ctx, async (transaction) => {
    await transaction.tx
      .update(sources)
      .set({ state: 'skipped', reason, progress: 0, updatedAt: sql`now()` })
      .where(and(pagesOfWebsite(transaction, websiteId), inArray(sources.state, ['queued', 'processing'])))
  })
