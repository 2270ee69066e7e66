import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { contentChanged, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Source } from '../contract.ts'
import { removeChunks } from './chunks.ts'
import { sources } from './knowledge.table.ts'

/** Newest first; ids are time-ordered, so the last id is the cursor. */
export const listSources = (ctx: WorkspaceContext, page: { limit: number; cursor?: string | undefined }) =>
  inTransaction(ctx, async ({ tx, workspaceId }) => {
    if (page.cursor !== undefined && !isId(page.cursor))
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const rows = await tx
      .select()
      .from(sources)
      .where(and(eq(sources.workspaceId, workspaceId), page.cursor ? lt(sources.id, page.cursor) : undefined))
      .orderBy(desc(sources.id))
      .limit(page.limit + 1)
    const items = rows.slice(0, page.limit).map(
      (row): Source => ({
        id: row.id,
        kind: row.kind,
        title: row.title,
        url: row.url,
        state: row.state,
        reason: row.reason,
        chunk_count: row.chunkCount,
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      }),
    )
    return { items, next_cursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null }
  })

export const deleteSource = (ctx: WorkspaceContext, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const gone = await ctx.tx
      .delete(sources)
      .where(and(eq(sources.workspaceId, ctx.workspaceId), eq(sources.id, id)))
      .returning({ id: sources.id })
    if (gone.length === 0) throw notFound('source')
    await removeChunks(ctx, 'document', [id])
    await contentChanged(ctx)
  })

/** Titles and links of the named sources, for showing what an answer rests on. */
export async function sourceTitles(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, { title: string; url: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: sources.id, title: sources.title, url: sources.url })
    .from(sources)
    .where(and(eq(sources.workspaceId, workspaceId), inArray(sources.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}
