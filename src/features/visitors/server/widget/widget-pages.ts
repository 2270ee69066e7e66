import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { emit, inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { WidgetPage } from '../../contract.ts'
import { widgetPages } from './widget-pages.table.ts'

/** Maximum number of stored pages per workspace. */
export const WIDGET_PAGES_MAX = 20

/** The pages the widget was last seen on, newest first. */
export const listWidgetPages = (context: WorkspaceContext): Promise<{ items: WidgetPage[] }> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const rows = await tx
      .select()
      .from(widgetPages)
      .where(eq(widgetPages.workspaceId, workspaceId))
      .orderBy(desc(widgetPages.lastSeenAt), widgetPages.pageUrl)
      .limit(WIDGET_PAGES_MAX)
    return {
      items: rows.map((row) => ({
        page_url: row.pageUrl,
        first_seen_at: row.firstSeenAt.toISOString(),
        last_seen_at: row.lastSeenAt.toISOString(),
      })),
    }
  })

/**
 * Notes that the widget was seen on these pages, and forgets all but the newest. A second run changes nothing but the
 * times.
 *
 * @param pages when each page was last seen, by its address
 */
export const recordWidgetPages = (context: WorkspaceContext, pages: ReadonlyMap<string, Date>): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const rows = [...pages].map(([pageUrl, at]) => ({ workspaceId, pageUrl, firstSeenAt: at, lastSeenAt: at }))
    if (rows.length === 0) return
    await tx
      .insert(widgetPages)
      .values(rows)
      .onConflictDoUpdate({
        target: [widgetPages.workspaceId, widgetPages.pageUrl],
        set: { lastSeenAt: sql`greatest(${widgetPages.lastSeenAt}, excluded.last_seen_at)` },
      })
    const newest = tx
      .select({ pageUrl: widgetPages.pageUrl })
      .from(widgetPages)
      .where(eq(widgetPages.workspaceId, workspaceId))
      .orderBy(desc(widgetPages.lastSeenAt), widgetPages.pageUrl)
      .limit(WIDGET_PAGES_MAX)
    await tx
      .delete(widgetPages)
      .where(and(eq(widgetPages.workspaceId, workspaceId), notInArray(widgetPages.pageUrl, newest)))
    await emit(transaction, { type: 'widget.seen' })
  })
