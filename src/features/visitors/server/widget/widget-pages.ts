import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { emit, inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { WidgetPage } from '../../contract.ts'
import { widgetPages } from './widget-pages.table.ts'

/** Maximum number of stored pages per workspace. */
export const WIDGET_PAGES_MAX = 20

/** The pages the widget was last seen on, newest first. */
export const listWidgetPages = (workspaceContext: WorkspaceContext): Promise<{ items: WidgetPage[] }> =>
  inTransaction(workspaceContext, async ({ tx, workspaceId }) => {
    const pageRows = await tx
      .select()
      .from(widgetPages)
      .where(eq(widgetPages.workspaceId, workspaceId))
      .orderBy(desc(widgetPages.lastSeenAt), widgetPages.pageUrl)
      .limit(WIDGET_PAGES_MAX)
    return {
      items: pageRows.map((pageRow) => ({
        page_url: pageRow.pageUrl,
        first_seen_at: pageRow.firstSeenAt.toISOString(),
        last_seen_at: pageRow.lastSeenAt.toISOString(),
      })),
    }
  })

/**
 * Notes that the widget was seen on these pages, and forgets all but the newest. A second run changes nothing but the
 * times.
 *
 * @param lastSeenByPage when each page was last seen, by its address
 */
export const recordWidgetPages = (
  workspaceContext: WorkspaceContext,
  lastSeenByPage: ReadonlyMap<string, Date>,
): Promise<void> =>
  inTransaction(workspaceContext, async (transaction) => {
    const { tx, workspaceId } = transaction
    const pageRows = [...lastSeenByPage].map(([pageUrl, at]) => ({
      workspaceId,
      pageUrl,
      firstSeenAt: at,
      lastSeenAt: at,
    }))
    if (pageRows.length === 0) return
    await tx
      .insert(widgetPages)
      .values(pageRows)
      .onConflictDoUpdate({
        target: [widgetPages.workspaceId, widgetPages.pageUrl],
        set: { lastSeenAt: sql`greatest(${widgetPages.lastSeenAt}, excluded.last_seen_at)` },
      })
    const newestPages = tx
      .select({ pageUrl: widgetPages.pageUrl })
      .from(widgetPages)
      .where(eq(widgetPages.workspaceId, workspaceId))
      .orderBy(desc(widgetPages.lastSeenAt), widgetPages.pageUrl)
      .limit(WIDGET_PAGES_MAX)
    await tx
      .delete(widgetPages)
      .where(and(eq(widgetPages.workspaceId, workspaceId), notInArray(widgetPages.pageUrl, newestPages)))
    await emit(transaction, { type: 'widget.seen' })
  })
