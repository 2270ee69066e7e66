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
    const searchText = options.q.trim()
    const isMatching = and(
      eq(chunk.workspaceId, workspaceId),
      options.source_type ? eq(chunk.sourceType, options.source_type) : undefined,
      searchText ? or(holdsText(chunk.sourceName, searchText), holdsText(chunk.content, searchText)) : undefined,
    )
    const oldestCreatedAt = sql<Date>`min(${chunk.createdAt})`.mapWith(chunk.createdAt)
    const sourceRows = await tx
      .select({
        sourceType: chunk.sourceType,
        sourceId: chunk.sourceId,
        sourceName: sql<string>`min(${chunk.sourceName})`,
        chunkCount: count(),
        createdAt: oldestCreatedAt,
      })
      .from(chunk)
      .where(isMatching)
      .groupBy(chunk.sourceType, chunk.sourceId)
      .orderBy(desc(oldestCreatedAt), desc(chunk.sourceId))
      .limit(CONTENT_PAGE_SIZE)
      .offset((options.page - 1) * CONTENT_PAGE_SIZE)
    const [all] = await tx
      .select({ total: sql<number>`count(distinct (${chunk.sourceType}, ${chunk.sourceId}))::int` })
      .from(chunk)
      .where(isMatching)
    return {
      items: sourceRows.map((sourceRow) => ({
        source_type: sourceRow.sourceType,
        source_id: sourceRow.sourceId,
        source_name: sourceRow.sourceName,
        chunk_count: sourceRow.chunkCount,
        created_at: sourceRow.createdAt.toISOString(),
      })),
      total: all?.total ?? 0,
    }
  })

/** Returns the number of sources with content by type; empty types are left out. */
export const contentStats = (context: WorkspaceContext) =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const typeCounts = await tx
      .select({ type: chunk.sourceType, count: sql<number>`count(distinct ${chunk.sourceId})::int` })
      .from(chunk)
      .where(eq(chunk.workspaceId, workspaceId))
      .groupBy(chunk.sourceType)
    const types = SOURCE_TYPES.flatMap((source_type) => {
      const typeCount = typeCounts.find(({ type }) => type === source_type)
      return typeCount ? [{ source_type, count: typeCount.count }] : []
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
