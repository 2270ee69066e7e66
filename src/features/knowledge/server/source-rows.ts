import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Source, SourceKind, SourceType } from '../contract.ts'
import { documents, sources } from './knowledge.table.ts'

export type SourceRow = typeof sources.$inferSelect

export const TYPE_OF_KIND: Record<SourceKind, SourceType> = {
  text: 'document',
  document: 'document',
  website: 'url',
  notion: 'notion',
  'google-drive': 'google',
}

/** All but the text itself, which may be long. */
export const LISTED = {
  id: sources.id,
  kind: sources.kind,
  title: sources.title,
  url: sources.url,
  state: sources.state,
  reason: sources.reason,
  progress: sources.progress,
  chunkCount: sources.chunkCount,
  websiteId: sources.websiteId,
  lastSeenAt: sources.lastSeenAt,
  createdAt: sources.createdAt,
  updatedAt: sources.updatedAt,
  fileSize: documents.fileSize,
}

/** The file of an uploaded document stands beside its row. */
export const withDocument = and(eq(documents.workspaceId, sources.workspaceId), eq(documents.sourceId, sources.id))

export type ListedRow = Pick<SourceRow, Exclude<keyof typeof LISTED, 'fileSize'>> & { fileSize: number | null }

export const onTheWire = (row: ListedRow): Source => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  url: row.url,
  state: row.state,
  reason: row.reason,
  progress: row.progress,
  chunk_count: row.chunkCount,
  website_id: row.websiteId,
  file_size: row.fileSize,
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

export const ofSource = (ctx: WorkspaceTransaction, id: string) =>
  and(eq(sources.workspaceId, ctx.workspaceId), eq(sources.id, id))

/** @throws not_found `source.not_found` */
export async function readListed(ctx: WorkspaceTransaction, id: string): Promise<ListedRow> {
  const [row] = await ctx.tx.select(LISTED).from(sources).leftJoin(documents, withDocument).where(ofSource(ctx, id))
  if (!row) throw notFound('source')
  return row
}

/** Tells dashboards that rows of the ledger changed. */
export const sourcesChanged = (
  ctx: WorkspaceTransaction,
  what: { id?: string | undefined; website_id?: string | null | undefined } = {},
): Promise<void> => emit(ctx, { type: 'source.changed', ...what })
