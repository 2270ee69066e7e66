import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import { holdsText } from '../../../platform/db/columns.ts'
import {
  contentChanged,
  emit,
  inTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Source, SourceKind, SourceState } from '../contract.ts'
import { replaceImageMarks } from '../domain/image-marks.ts'
import { imagesOfSource } from './images/source-images.ts'
import { documents, sources } from './knowledge.table.ts'
import type { KnowledgeServices } from './services.ts'
import { clearSources, NO_CONTENT, NO_VERSION } from './source-chunks.ts'
import { ofSource, presentSource, readListed, selectListed, sourcesChanged, withDocument } from './source-rows.ts'
import { startRun } from './websites/website-runs.ts'

interface ListOptions {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  kind?: SourceKind | undefined
  state?: SourceState | undefined
  website_id?: string | undefined
  integration_id?: string | undefined
}

/** URLs are stored percent-encoded: `käse` as `k%C3%A4se`. */
const holdsTitleOrUrl = (searchText: string) =>
  or(
    holdsText(sources.title, searchText),
    holdsText(sources.url, searchText),
    holdsText(sources.url, encodeURI(searchText.toWellFormed())),
  )

/**
 * Newest first; ids are time-ordered, so the last id is the cursor. The primary key gives a workspace's rows in this order, and
 * the search reads the titles and addresses along it, not the texts: of 5,000 rows that is a few milliseconds' work.
 */
export const listSources = (context: WorkspaceContext, options: ListOptions) =>
  inTransaction(context, async (transaction) => {
    if (options.cursor !== undefined && !isId(options.cursor))
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const searchText = options.q?.trim()
    const listedRows = await selectListed(transaction)
      .where(
        and(
          eq(sources.workspaceId, transaction.workspaceId),
          options.cursor ? lt(sources.id, options.cursor) : undefined,
          searchText ? holdsTitleOrUrl(searchText) : undefined,
          options.kind ? eq(sources.kind, options.kind) : undefined,
          options.state ? eq(sources.state, options.state) : undefined,
          options.website_id ? eq(sources.websiteId, options.website_id) : undefined,
          options.integration_id ? eq(sources.integrationId, options.integration_id) : undefined,
        ),
      )
      .orderBy(desc(sources.id))
      .limit(options.limit + 1)
    const items = listedRows.slice(0, options.limit).map(presentSource)
    return { items, next_cursor: listedRows.length > options.limit ? (items.at(-1)?.id ?? null) : null }
  })

/** Returns the extracted text of a source; null while nothing has been read. @throws not_found `source.not_found` */
export const readSource = (
  context: WorkspaceContext,
  sourceId: string,
): Promise<{ source: Source; text: string | null }> =>
  inTransaction(context, async (transaction) => {
    const source = presentSource(await readListed(transaction, sourceId))
    const [row] = await transaction.tx
      .select({ text: sources.content })
      .from(sources)
      .where(ofSource(transaction, sourceId))
    return { source, text: row?.text == null ? null : replaceImageMarks(row.text) }
  })

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
export const requireSameSource = (transaction: WorkspaceTransaction, sourceId: string): Promise<void> =>
  requireMatch(transaction, async () => {
    await transaction.tx.select({ id: sources.id }).from(sources).where(ofSource(transaction, sourceId)).for('update')
    return readSource(transaction, sourceId)
  })

/** Removes sources with all that was made of them; pages of a website and items of a service become excluded. @returns how many there were */
export async function removeSources(
  services: KnowledgeServices,
  transaction: WorkspaceTransaction,
  sourceIds: string[],
): Promise<number> {
  const { tx, workspaceId } = transaction
  const removedRows = await tx
    .select({
      id: sources.id,
      kind: sources.kind,
      websiteId: sources.websiteId,
      integrationId: sources.integrationId,
      filePath: documents.filePath,
      images: sources.images,
    })
    .from(sources)
    .leftJoin(documents, withDocument)
    .where(and(eq(sources.workspaceId, workspaceId), inArray(sources.id, sourceIds)))
  if (removedRows.length === 0) return 0
  await clearSources(transaction, removedRows)
  const amongRows = (chosenRows: typeof removedRows) =>
    and(eq(sources.workspaceId, workspaceId), inArray(sources.id, pickIds(chosenRows)))
  const isReadAgain = (removedRow: (typeof removedRows)[number]) =>
    removedRow.websiteId !== null || removedRow.integrationId !== null
  const excludedRows = removedRows.filter(isReadAgain)
  for (const [what, some] of Object.entries(
    Object.groupBy(excludedRows, (removedRow) => (removedRow.websiteId ? 'website' : 'service')),
  ))
    await tx
      .update(sources)
      .set({ ...NO_CONTENT, ...excludedFrom(what), updatedAt: new Date() })
      .where(amongRows(some))
  const deletedRows = removedRows.filter((removedRow) => !isReadAgain(removedRow))
  if (deletedRows.length > 0) await tx.delete(sources).where(amongRows(deletedRows))
  for (const { id, filePath, images } of removedRows) {
    if (filePath) await services.queueFileRemoval(tx, filePath)
    if (filePath || images) await services.queueFileRemoval(tx, imagesOfSource(workspaceId, id))
  }
  await sourcesChanged(transaction)
  await contentChanged(transaction)
  return removedRows.length
}

const pickIds = (identified: { id: string }[]): string[] => identified.map(({ id }) => id)

const excludedFrom = (originName: string) => ({
  state: 'excluded' as const,
  reason: `You removed it, so it is skipped when the ${originName} is read again.`,
})

/** @throws not_found `source.not_found` */
export async function deleteSource(
  services: KnowledgeServices,
  context: WorkspaceContext,
  sourceId: string,
): Promise<void> {
  await inTransaction(context, async (transaction) => {
    await requireSameSource(transaction, sourceId)
    if ((await removeSources(services, transaction, [sourceId])) === 0) throw notFound('source')
  })
  await services.withdraw([sourceId])
}

const RETRIABLE_STATES = ['failed', 'skipped', 'excluded', 'ready'] as const

/**
 * Reads a file once more, or a page or an item with the next crawl of its website or sync of its service, which begins now.
 * @throws not_found `source.not_found`; conflict `source.no_retry` for a pasted text
 */
export const retrySource = (
  services: KnowledgeServices,
  context: WorkspaceContext,
  { id, whole }: { id: string; whole?: boolean | undefined },
): Promise<Source> =>
  inTransaction(context, async (transaction) => {
    const { kind, websiteId, integrationId } = await readListed(transaction, id)
    const isFollowed = websiteId !== null || integrationId !== null
    if (kind !== 'document' && !isFollowed)
      throw new AppError('conflict', 'source.no_retry', 'There is nothing to read again for this source.')
    // The page is read even when the website has not changed it.
    if (whole !== undefined)
      await transaction.tx
        .update(sources)
        .set({ readWhole: whole, ...NO_VERSION })
        .where(ofSource(transaction, id))
    // A page that has content keeps it while it is read again.
    const retriableStates = isFollowed ? RETRIABLE_STATES.filter((state) => state !== 'ready') : RETRIABLE_STATES
    const [row] = await transaction.tx
      .update(sources)
      .set({ state: 'queued', reason: null, progress: 0, waitsFor: null, settledBy: null, updatedAt: new Date() })
      .where(and(ofSource(transaction, id), inArray(sources.state, retriableStates)))
      .returning({ id: sources.id })
    // Sources that wait or run already are not queued again.
    if (websiteId !== null) await startRun(services, transaction, websiteId)
    else if (integrationId !== null) await emit(transaction, { type: 'item.wanted', integration_id: integrationId })
    else if (row) await services.queueReading(transaction.tx, { workspace_id: transaction.workspaceId, source_id: id })
    await sourcesChanged(transaction, { id, website_id: websiteId, integration_id: integrationId })
    return presentSource(await readListed(transaction, id))
  })
