import { and, eq, inArray, sql } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { sources } from '../knowledge.table.ts'
import { CLEARED, clearSources, type SourceText, writeSourceText } from '../source-chunks.ts'
import { ofSource } from '../source-rows.ts'

/** A page as it is known from before. */
export type PageRow = Pick<
  typeof sources.$inferSelect,
  'id' | 'state' | 'etag' | 'lastModified' | 'contentHash' | 'sketch' | 'title'
>

/** Everything known of a website's addresses, by address. */
export const knownPages = (ctx: WorkspaceContext, websiteId: string): Promise<Map<string, PageRow>> =>
  inTransaction(ctx, async ({ tx, workspaceId }) => {
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
      })
      .from(sources)
      .where(and(eq(sources.workspaceId, workspaceId), eq(sources.websiteId, websiteId)))
      .orderBy(sources.id)
    return new Map(rows.flatMap(({ url, ...row }) => (url === null ? [] : [[url, row]])))
  })

const ofPage = (ctx: WorkspaceTransaction, websiteId: string, address: string) =>
  and(eq(sources.workspaceId, ctx.workspaceId), eq(sources.websiteId, websiteId), eq(sources.url, address))

const AT_ONCE = 200

/** Enters addresses that were found: one row each, waiting or skipped with the reason. What is known stays as it is. */
export async function enterPages(
  ctx: WorkspaceContext,
  websiteId: string,
  found: { address: string; reason: string | null }[],
): Promise<void> {
  for (let i = 0; i < found.length; i += AT_ONCE) {
    await inTransaction(ctx, async ({ tx, workspaceId }) => {
      const now = new Date()
      await tx
        .insert(sources)
        .values(
          found.slice(i, i + AT_ONCE).map(({ address, reason }) => ({
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
  ctx: WorkspaceContext,
  page: { websiteId: string; address: string; text: SourceText } & Pick<PageRow, 'sketch' | 'etag' | 'lastModified'>,
): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.tx
      .select()
      .from(sources)
      .where(ofPage(ctx, page.websiteId, page.address))
      .for('update')
    // It was removed or excluded while it was read.
    if (!row || row.state === 'excluded') return
    const { sketch, etag, lastModified } = page
    await writeSourceText(ctx, row, page.text, { sketch, etag, lastModified })
  })

/** Notes that a page is as it was. */
export const seenAgain = (ctx: WorkspaceContext, websiteId: string, address: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.tx
      .update(sources)
      .set({ lastSeenAt: new Date(), reason: null })
      .where(and(ofPage(ctx, websiteId, address), eq(sources.state, 'ready')))
  })

/** Writes why a page was not read. A page that was read before stays as it was, with the reason beside it. */
export const notePage = (
  ctx: WorkspaceContext,
  websiteId: string,
  address: string,
  outcome: { state: 'skipped' | 'failed'; reason: string },
): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const now = new Date()
    await ctx.tx
      .update(sources)
      .set({ state: outcome.state, reason: outcome.reason, progress: 0, updatedAt: now, lastSeenAt: now })
      .where(
        and(ofPage(ctx, websiteId, address), inArray(sources.state, ['queued', 'processing', 'skipped', 'failed'])),
      )
    await ctx.tx
      .update(sources)
      .set({ reason: `${outcome.reason} The last version that was read is still used for answers.` })
      .where(and(ofPage(ctx, websiteId, address), eq(sources.state, 'ready')))
  })

/** After a complete pass: pages that say no more what they said are cleared, those that are gone leave the ledger. */
export const dropPages = (
  ctx: WorkspaceContext,
  websiteId: string,
  dropped: { address: string; reason: string; gone: boolean }[],
): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const { tx } = ctx
    let count = 0
    for (const { address, reason, gone } of dropped) {
      const [row] = await tx
        .select()
        .from(sources)
        .where(ofPage(ctx, websiteId, address))
        .for('update')
      if (!row || row.state === 'excluded') continue
      if (row.chunkCount > 0) await clearSources(ctx, [row])
      if (gone) await tx.delete(sources).where(ofSource(ctx, row.id))
      else
        await tx
          .update(sources)
          .set({ ...CLEARED, state: 'skipped', reason, updatedAt: new Date() })
          .where(ofSource(ctx, row.id))
      count += row.chunkCount > 0 ? 1 : 0
    }
    return count
  })

/** Pages that still wait at the end of a crawl were left out; no row waits forever. */
export const leaveOut = (ctx: WorkspaceContext, websiteId: string, reason: string): Promise<void> =>
  inTransaction(ctx, async ({ tx, workspaceId }) => {
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
