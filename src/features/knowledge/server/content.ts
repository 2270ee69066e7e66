import { and, count, desc, eq, or, sql } from 'drizzle-orm'
import { holdsText } from '../../../platform/db/columns.ts'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { CONTENT_PAGE_SIZE, type ContentItem, SOURCE_TYPES, type SourceType } from '../contract.ts'
import { knowledgeChunks } from './knowledge.table.ts'
import type { KnowledgeServices } from './services.ts'
import { removeSources } from './sources.ts'

interface ContentFilter {
  q: string
  source_type?: SourceType | undefined
  page: number
}

const chunk = knowledgeChunks

/** One page of what the AI may use, newest first: a row for all chunks of a source. Searched by name and by content. */
export const listContent = (
  context: WorkspaceContext,
  options: ContentFilter,
): Promise<{ items: ContentItem[]; total: number }> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const query = options.q.trim()
    const found = and(
      eq(chunk.workspaceId, workspaceId),
      options.source_type ? eq(chunk.sourceType, options.source_type) : undefined,
      query ? or(holdsText(chunk.sourceName, query), holdsText(chunk.content, query)) : undefined,
    )
    const created = sql<Date>`min(${chunk.createdAt})`.mapWith(chunk.createdAt)
    const rows = await tx
      .select({
        sourceType: chunk.sourceType,
        sourceId: chunk.sourceId,
        sourceName: sql<string>`min(${chunk.sourceName})`,
        chunkCount: count(),
        createdAt: created,
      })
      .from(chunk)
      .where(found)
      .groupBy(chunk.sourceType, chunk.sourceId)
      .orderBy(desc(created), desc(chunk.sourceId))
      .limit(CONTENT_PAGE_SIZE)
      .offset((options.page - 1) * CONTENT_PAGE_SIZE)
    const [all] = await tx
      .select({ total: sql<number>`count(distinct (${chunk.sourceType}, ${chunk.sourceId}))::int` })
      .from(chunk)
      .where(found)
    return {
      items: rows.map((row) => ({
        source_type: row.sourceType,
        source_id: row.sourceId,
        source_name: row.sourceName,
        chunk_count: row.chunkCount,
        created_at: row.createdAt.toISOString(),
      })),
      total: all?.total ?? 0,
    }
  })

/** Returns the number of sources with content by type; empty types are left out. */
export const contentStats = (context: WorkspaceContext) =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const rows = await tx
      .select({ type: chunk.sourceType, count: sql<number>`count(distinct ${chunk.sourceId})::int` })
      .from(chunk)
      .where(eq(chunk.workspaceId, workspaceId))
      .groupBy(chunk.sourceType)
    const types = SOURCE_TYPES.flatMap((source_type) => {
      const found = rows.find(({ type }) => type === source_type)
      return found ? [{ source_type, count: found.count }] : []
    })
    return { total: types.reduce((sum, { count }) => sum + count, 0), types }
  })

/** Removes the content of these sources, as deleting each in the ledger would. FAQs are none of them. */
export const deleteContent = (services: KnowledgeServices, context: WorkspaceContext, ids: string[]): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const count = await removeSources(services, transaction, ids)
    if (count > 0) await recordAudit(transaction, { action: 'source.selected_deleted', details: { count } })
    return count
  })
