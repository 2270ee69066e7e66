import { and, eq, inArray, sql } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { sources } from '../knowledge.table.ts'
import { CLEARED, clearSources, type SourceText, writeSourceText } from '../source-chunks.ts'
import { ofSource } from '../source-rows.ts'

/** A page as it is known from before. */
export type PageRow = Pick<
  typeof sources.$inferSelect,
  'id' | 'state' | 'etag' | 'lastModified' | 'contentHash' | 'sketch' | 'title' | 'readWhole'
>

/** Everything known of a website's addresses, by address. */
export const knownPages = (context: WorkspaceContext, websiteId: string): Promise<Map<string, PageRow>> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const rows = await tx
      .select({
        id: sources.id,
        url: sources.url,
        state: sources.state,
        etag: sources.etag,
        lastModified: sources.lastModified,
        contentHash: sources.contentHash,
        sketch: sources.sketch,
        title: sources.title,
        readWhole: sources.readWhole,
      })
      .from(sources)
      .where(and(eq(sources.workspaceId, workspaceId), eq(sources.websiteId, websiteId)))
      .orderBy(sources.id)
    return new Map(rows.flatMap(({ url, ...row }) => (url === null ? [] : [[url, row]])))
  })

const ofPage = (transaction: WorkspaceTransaction, websiteId: string, address: string) =>
  and(eq(sources.workspaceId, transaction.workspaceId), eq(sources.websiteId, websiteId), eq(sources.url, address))

const AT_ONCE = 200

/** Enters addresses that were found: one row each, waiting or skipped with the reason. What is known stays as it is. */
export async function enterPages(
  context: WorkspaceContext,
  websiteId: string,
  found: { address: string; reason: string | null }[],
): Promise<void> {
  for (let index = 0; index < found.length; index += AT_ONCE) {
    await inTransaction(context, async ({ tx, workspaceId }) => {
      const now = new Date()
      await tx
        .insert(sources)
        .values(
          found.slice(index, index + AT_ONCE).map(({ address, reason }) => ({
            workspaceId,
            id: newId(),
            kind: 'website' as const,
            title: address,
            url: address,
            websiteId,
            state: reason === null ? ('queued' as const) : ('skipped' as const),
            reason,
            lastSeenAt: now,
          })),
        )
        .onConflictDoNothing({ target: [sources.workspaceId, sources.websiteId, sources.url] })
    })
  }
}

/**
 * Stores a page's current content; replaces its passages in the same transaction. Content events are sent at intervals,
 * since one per page would cost as much as storing it.
 */
export const keepPage = (
  context: WorkspaceContext,
  page: { websiteId: string; address: string; text: SourceText } & Pick<PageRow, 'sketch' | 'etag' | 'lastModified'>,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const [row] = await transaction.tx
      .select()
      .from(sources)
      .where(ofPage(transaction, page.websiteId, page.address))
      .for('update')
    // It was removed or excluded while it was read.
    if (!row || row.state === 'excluded') return
    const { sketch, etag, lastModified } = page
    await writeSourceText(transaction, row, page.text, { sketch, etag, lastModified })
  })

/** Notes that a page is as it was. */
export const seenAgain = (context: WorkspaceContext, websiteId: string, address: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx
      .update(sources)
      .set({ lastSeenAt: new Date(), reason: null })
      .where(and(ofPage(transaction, websiteId, address), eq(sources.state, 'ready')))
  })

/** Writes why a page was not read. A page that was read before stays as it was, with the reason beside it. */
export const notePage = (
  context: WorkspaceContext,
  websiteId: string,
  address: string,
  outcome: { state: 'skipped' | 'failed'; reason: string },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const now = new Date()
    await transaction.tx
      .update(sources)
      .set({ state: outcome.state, reason: outcome.reason, progress: 0, updatedAt: now, lastSeenAt: now })
      .where(
        and(
          ofPage(transaction, websiteId, address),
          inArray(sources.state, ['queued', 'processing', 'skipped', 'failed']),
        ),
      )
    await transaction.tx
      .update(sources)
      .set({ reason: `${outcome.reason} The last version that was read is still used for answers.` })
      .where(and(ofPage(transaction, websiteId, address), eq(sources.state, 'ready')))
  })

/** After a complete pass: pages that say no more what they said are cleared, those that are gone leave the ledger. */
export const dropPages = (
  context: WorkspaceContext,
  websiteId: string,
  dropped: { address: string; reason: string; gone: boolean }[],
): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const { tx } = transaction
    let count = 0
    for (const { address, reason, gone } of dropped) {
      const [row] = await tx
        .select()
        .from(sources)
        .where(ofPage(transaction, websiteId, address))
        .for('update')
      if (!row || row.state === 'excluded') continue
      if (row.chunkCount > 0) await clearSources(transaction, [row])
      if (gone) await tx.delete(sources).where(ofSource(transaction, row.id))
      else
        await tx
          .update(sources)
          .set({ ...CLEARED, state: 'skipped', reason, updatedAt: new Date() })
          .where(ofSource(transaction, row.id))
      count += row.chunkCount > 0 ? 1 : 0
    }
    return count
  })

/** Pages that still wait at the end of a crawl were left out; no row waits forever. */
export const leaveOut = (context: WorkspaceContext, websiteId: string, reason: string): Promise<void> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    await tx
      .update(sources)
      .set({ state: 'skipped', reason, progress: 0, updatedAt: sql`now()` })
      .where(
        and(
          eq(sources.workspaceId, workspaceId),
          eq(sources.websiteId, websiteId),
          inArray(sources.state, ['queued', 'processing']),
        ),
      )
  })
