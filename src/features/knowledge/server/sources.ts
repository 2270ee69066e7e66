import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import { holdsText } from '../../../platform/db/columns.ts'
import {
  contentChanged,
  emit,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Source, SourceKind, SourceState } from '../contract.ts'
import { documents, sources } from './knowledge.table.ts'
import type { KnowledgeServices } from './services.ts'
import { CLEARED, clearSources } from './source-chunks.ts'
import { listed, ofSource, onTheWire, readListed, sourcesChanged, withDocument } from './source-rows.ts'
import { startRun } from './websites.ts'

interface Listing {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  kind?: SourceKind | undefined
  state?: SourceState | undefined
  website_id?: string | undefined
  integration_id?: string | undefined
}

/** URLs are stored percent-encoded: `käse` as `k%C3%A4se`. */
const holdsName = (q: string) =>
  or(holdsText(sources.title, q), holdsText(sources.url, q), holdsText(sources.url, encodeURI(q.toWellFormed())))

/**
 * Newest first; ids are time-ordered, so the last id is the cursor. The primary key gives a workspace's rows in this order, and
 * the search reads the titles and addresses along it, not the texts: of 5,000 rows that is a few milliseconds' work.
 */
export const listSources = (ctx: WorkspaceContext, o: Listing) =>
  inTransaction(ctx, async (ctx) => {
    if (o.cursor !== undefined && !isId(o.cursor))
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const q = o.q?.trim()
    const rows = await listed(ctx)
      .where(
        and(
          eq(sources.workspaceId, ctx.workspaceId),
          o.cursor ? lt(sources.id, o.cursor) : undefined,
          q ? holdsName(q) : undefined,
          o.kind ? eq(sources.kind, o.kind) : undefined,
          o.state ? eq(sources.state, o.state) : undefined,
          o.website_id ? eq(sources.websiteId, o.website_id) : undefined,
          o.integration_id ? eq(sources.integrationId, o.integration_id) : undefined,
        ),
      )
      .orderBy(desc(sources.id))
      .limit(o.limit + 1)
    const items = rows.slice(0, o.limit).map(onTheWire)
    return { items, next_cursor: rows.length > o.limit ? (items.at(-1)?.id ?? null) : null }
  })

/** Returns the extracted text of a source; null while nothing has been read. @throws not_found `source.not_found` */
export const readSource = (ctx: WorkspaceContext, id: string): Promise<{ source: Source; text: string | null }> =>
  inTransaction(ctx, async (ctx) => {
    const source = onTheWire(await readListed(ctx, id))
    const [row] = await ctx.tx.select({ text: sources.content }).from(sources).where(ofSource(ctx, id))
    return { source, text: row?.text ?? null }
  })

/** Removes sources with all that was made of them; pages of a website and items of a service become excluded. @returns how many there were */
export async function removeSources(
  services: KnowledgeServices,
  ctx: WorkspaceTransaction,
  ids: string[],
): Promise<number> {
  const { tx, workspaceId } = ctx
  const rows = await tx
    .select({
      id: sources.id,
      kind: sources.kind,
      websiteId: sources.websiteId,
      integrationId: sources.integrationId,
      filePath: documents.filePath,
    })
    .from(sources)
    .leftJoin(documents, withDocument)
    .where(and(eq(sources.workspaceId, workspaceId), inArray(sources.id, ids)))
  if (rows.length === 0) return 0
  await clearSources(ctx, rows)
  const these = (some: typeof rows) => and(eq(sources.workspaceId, workspaceId), inArray(sources.id, idsOf(some)))
  const comeBack = (row: (typeof rows)[number]) => row.websiteId !== null || row.integrationId !== null
  const excluded = rows.filter(comeBack)
  for (const [what, some] of Object.entries(Object.groupBy(excluded, (row) => (row.websiteId ? 'website' : 'service'))))
    await tx
      .update(sources)
      .set({ ...CLEARED, ...excludedFrom(what), updatedAt: new Date() })
      .where(these(some))
  const others = rows.filter((row) => !comeBack(row))
  if (others.length > 0) await tx.delete(sources).where(these(others))
  for (const { filePath } of rows) if (filePath) await services.queueFileRemoval(tx, filePath)
  await sourcesChanged(ctx)
  await contentChanged(ctx)
  return rows.length
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

const excludedFrom = (what: string) => ({
  state: 'excluded' as const,
  reason: `You removed it, so it is skipped when the ${what} is read again.`,
})

/** @throws not_found `source.not_found` */
export async function deleteSource(services: KnowledgeServices, ctx: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if ((await removeSources(services, ctx, [id])) === 0) throw notFound('source')
  })
  await services.withdraw({ documents: [id] })
}

const RETRIED = ['failed', 'skipped', 'excluded', 'ready'] as const

/**
 * Reads a file once more, or a page or an item with the next pass over its website or service, which begins now.
 * @throws not_found `source.not_found`; conflict `source.no_retry` for a pasted text
 */
export const retrySource = (services: KnowledgeServices, ctx: WorkspaceContext, id: string): Promise<Source> =>
  inTransaction(ctx, async (ctx) => {
    const { kind, websiteId, integrationId } = await readListed(ctx, id)
    const isFollowed = websiteId !== null || integrationId !== null
    if (kind !== 'document' && !isFollowed)
      throw new AppError('conflict', 'source.no_retry', 'There is nothing to read again for this source.')
    // A page that has content keeps it while it is read again.
    const states = isFollowed ? RETRIED.filter((state) => state !== 'ready') : RETRIED
    const [row] = await ctx.tx
      .update(sources)
      .set({ state: 'queued', reason: null, progress: 0, updatedAt: new Date() })
      .where(and(ofSource(ctx, id), inArray(sources.state, states)))
      .returning({ id: sources.id })
    // Sources that wait or run already are not queued again.
    if (websiteId !== null) await startRun(services, ctx, websiteId)
    else if (integrationId !== null) await emit(ctx, { type: 'item.wanted', integration_id: integrationId })
    else if (row) await services.queueReading(ctx.tx, { workspace_id: ctx.workspaceId, source_id: id })
    await sourcesChanged(ctx, { id, website_id: websiteId, integration_id: integrationId })
    return onTheWire(await readListed(ctx, id))
  })
