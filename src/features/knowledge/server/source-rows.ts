import { and, eq, type SQL, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, emitWithin, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Source, SourcePriority, SourceVisibility } from '../contract.ts'
import { documents, sources, websites } from './knowledge.table.ts'

export type SourceRow = typeof sources.$inferSelect

/** Settings of a source; a page uses its website's. */
export const SOURCE_SETTINGS = {
  priority: sql<SourcePriority>`coalesce(${websites.priority}, ${sources.priority})`,
  visibility: sql<SourceVisibility>`coalesce(${websites.visibility}, ${sources.visibility})`,
}

/** All but the text itself, which may be long. */
const LISTED_COLUMNS = {
  id: sources.id,
  kind: sources.kind,
  title: sources.title,
  variant: sources.variant,
  url: sources.url,
  state: sources.state,
  reason: sources.reason,
  progress: sources.progress,
  chunkCount: sources.chunkCount,
  keptShare: sources.keptShare,
  holdsFaqs: sources.holdsFaqs,
  readWhole: sources.readWhole,
  websiteId: sources.websiteId,
  integrationId: sources.integrationId,
  slug: sources.slug,
  offersOriginal: sources.offersOriginal,
  isListed: sources.isListed,
  lastSeenAt: sources.lastSeenAt,
  createdAt: sources.createdAt,
  updatedAt: sources.updatedAt,
  fileSize: documents.fileSize,
  ...SOURCE_SETTINGS,
}

/** The uploaded file of a document. */
export const withDocument = and(eq(documents.workspaceId, sources.workspaceId), eq(documents.sourceId, sources.id))

/** A page's website, whose settings are the page's. */
export const withWebsite = and(eq(websites.workspaceId, sources.workspaceId), eq(websites.id, sources.websiteId))

export type ListedRow = Pick<SourceRow, Exclude<keyof typeof LISTED_COLUMNS, 'fileSize'>> & { fileSize: number | null }

/** Name in lists and citations: pages that say nearly the same under one title are distinguished. */
export const displayName = ({ title, variant }: Pick<SourceRow, 'title' | 'variant'>): string =>
  variant === null ? title : `${title} (${variant})`

export const presentSource = (listedRow: ListedRow): Source => ({
  id: listedRow.id,
  kind: listedRow.kind,
  title: displayName(listedRow),
  url: listedRow.url,
  state: listedRow.state,
  reason: listedRow.reason,
  progress: listedRow.progress,
  chunk_count: listedRow.chunkCount,
  kept_share: listedRow.keptShare,
  holds_faqs: listedRow.holdsFaqs,
  read_whole: listedRow.readWhole,
  website_id: listedRow.websiteId,
  integration_id: listedRow.integrationId,
  file_size: listedRow.fileSize,
  priority: listedRow.priority,
  visibility: listedRow.visibility,
  slug: listedRow.slug,
  offers_original: listedRow.offersOriginal,
  is_listed: listedRow.isListed,
  last_seen_at: listedRow.lastSeenAt?.toISOString() ?? null,
  created_at: listedRow.createdAt.toISOString(),
  updated_at: listedRow.updatedAt.toISOString(),
})

export const ofSource = (transaction: WorkspaceTransaction, sourceId: string) =>
  and(eq(sources.workspaceId, transaction.workspaceId), eq(sources.id, sourceId))

/** All pages of a website. */
export const pagesOfWebsite = ({ workspaceId }: WorkspaceTransaction, websiteId: string) =>
  and(eq(sources.workspaceId, workspaceId), eq(sources.websiteId, websiteId))

/** Locks a row of the ledger until the transaction ends; returns null when it was removed or excluded. */
export async function lockUsed({ tx }: WorkspaceTransaction, rowCondition: SQL | undefined): Promise<SourceRow | null> {
  const [row] = await tx.select().from(sources).where(rowCondition).for('update')
  return row && row.state !== 'excluded' ? row : null
}

/** Note beside the reason of a source that could not be read again. */
export const STILL_USED = 'The last version that was read is still used for answers.'

/** Rows of the ledger with what belongs to them; the caller selects them. */
export const selectListed = ({ tx }: WorkspaceTransaction) =>
  tx.select(LISTED_COLUMNS).from(sources).leftJoin(documents, withDocument).leftJoin(websites, withWebsite)

/** @throws not_found `source.not_found` */
export async function readListed(transaction: WorkspaceTransaction, sourceId: string): Promise<ListedRow> {
  const [row] = await selectListed(transaction).where(ofSource(transaction, sourceId))
  if (!row) throw notFound('source')
  return row
}

/** Announces that these sources are `ready` or `failed` now, to the subscribers inside this transaction. */
export async function sourcesSettled(transaction: WorkspaceTransaction, ids: string[]): Promise<void> {
  if (ids.length > 0) await emitWithin(transaction, { type: 'sources.settled', ids })
}

/** Notifies dashboards of changed ledger rows. */
export const sourcesChanged = (
  transaction: WorkspaceTransaction,
  changedSource: {
    id?: string | undefined
    website_id?: string | null | undefined
    integration_id?: string | null | undefined
  } = {},
): Promise<void> => emit(transaction, { type: 'source.changed', ...changedSource })
