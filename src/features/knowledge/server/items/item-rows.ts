import { and, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import {
  contentChanged,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { type ServiceKind, typeOfKind } from '../../contract.ts'
import { sourceSlug } from '../../domain/source-slug.ts'
import { removeChunks } from '../chunks.ts'
import { type ImageServices, removeImages } from '../images/source-images.ts'
import { sources } from '../knowledge.table.ts'
import { clearSources, NO_CONTENT } from '../source-chunks.ts'
import { lockUsed, ofSource, STILL_USED, sourcesChanged, sourcesSettled } from '../source-rows.ts'

/** The connected service whose rows are meant. */
export interface ItemOrigin {
  id: string
  kind: ServiceKind
}

/** A known item. `version` is the service's name of the state that was read. */
export interface KnownItem {
  id: string
  title: string
  url: string | null
  state: typeof sources.$inferSelect.state
  version: string | null
  /** Why it is not ready. */
  reason: string | null
}

/** An item as the service lists it. */
export interface ListedItem {
  externalId: string
  title: string
  url: string | null
}

/** Rows written in one transaction: visitors wait for as long as that takes. */
const BATCH_SIZE = 200

const ofOrigin = (transaction: WorkspaceTransaction, origin: Pick<ItemOrigin, 'id'>) =>
  and(eq(sources.workspaceId, transaction.workspaceId), eq(sources.integrationId, origin.id))
export const ofItem = (transaction: WorkspaceTransaction, origin: ItemOrigin, externalId: string) =>
  and(ofOrigin(transaction, origin), eq(sources.externalId, externalId))

export const lockItem = (transaction: WorkspaceTransaction, origin: ItemOrigin, { externalId }: ListedItem) =>
  lockUsed(transaction, ofItem(transaction, origin, externalId))

/** The known items of a service, by their ids there. */
export const knownItems = (context: WorkspaceContext, origin: ItemOrigin): Promise<Map<string, KnownItem>> =>
  inTransaction(context, async (transaction) => {
    const itemRows = await transaction.tx
      .select({
        externalId: sources.externalId,
        id: sources.id,
        title: sources.title,
        url: sources.url,
        state: sources.state,
        version: sources.etag,
        reason: sources.reason,
      })
      .from(sources)
      .where(ofOrigin(transaction, origin))
    return new Map(itemRows.flatMap(({ externalId, ...row }) => (externalId === null ? [] : [[externalId, row]])))
  })

/** Inserts a row for each new item; known rows stay unchanged. */
export async function insertItems(
  context: WorkspaceContext,
  origin: ItemOrigin,
  listedItems: ListedItem[],
): Promise<void> {
  for (let batchStart = 0; batchStart < listedItems.length; batchStart += BATCH_SIZE)
    await inTransaction(context, async ({ tx, workspaceId }) => {
      await tx
        .insert(sources)
        .values(
          listedItems.slice(batchStart, batchStart + BATCH_SIZE).map((listedItem) => {
            const id = newId()
            return {
              workspaceId,
              id,
              kind: origin.kind,
              integrationId: origin.id,
              externalId: listedItem.externalId,
              title: listedItem.title,
              url: listedItem.url,
              slug: sourceSlug(listedItem.title, id),
              state: 'queued' as const,
              lastSeenAt: new Date(),
            }
          }),
        )
        .onConflictDoNothing()
    })
}

/** Marks items as seen and unchanged. */
export async function markItemsUnchanged(
  context: WorkspaceContext,
  origin: ItemOrigin,
  externalIds: string[],
): Promise<void> {
  for (let batchStart = 0; batchStart < externalIds.length; batchStart += BATCH_SIZE)
    await inTransaction(context, async (transaction) => {
      await transaction.tx
        .update(sources)
        .set({ lastSeenAt: new Date() })
        .where(
          and(
            ofOrigin(transaction, origin),
            inArray(sources.externalId, externalIds.slice(batchStart, batchStart + BATCH_SIZE)),
            eq(sources.state, 'ready'),
          ),
        )
    })
}

/**
 * Stores why an item was not read. With `version` the reason is valid until the item changes, and its outdated content
 * is removed. Without, its content is still used for answers, with the reason beside it.
 * @returns true when content was removed
 */
export const recordItemFailure = (
  services: ImageServices,
  context: WorkspaceContext,
  origin: ItemOrigin,
  listedItem: ListedItem,
  outcome: { state: 'skipped' | 'failed'; reason: string; version: string | null },
): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const itemRow = await lockItem(transaction, origin, listedItem)
    if (!itemRow) return false
    const now = new Date()
    if (itemRow.state === 'ready' && outcome.version === null) {
      const reason = `${outcome.reason} ${STILL_USED}`
      await transaction.tx.update(sources).set({ reason }).where(ofSource(transaction, itemRow.id))
      return false
    }
    if (itemRow.chunkCount > 0) await clearSources(transaction, [itemRow])
    await removeImages(services, transaction, [itemRow])
    const { state, reason, version } = outcome
    const { title, url } = listedItem
    await transaction.tx
      .update(sources)
      .set({ ...NO_CONTENT, title, url, state, reason, etag: version, updatedAt: now, lastSeenAt: now })
      .where(ofSource(transaction, itemRow.id))
    if (state === 'failed' && (itemRow.state !== 'failed' || itemRow.reason !== reason))
      await sourcesSettled(transaction, [itemRow.id])
    return itemRow.chunkCount > 0
  })

/**
 * Removes deleted items from the ledger; those that a user removed stay excluded.
 * @returns the number of items that had content
 */
export async function removeItems(
  services: ImageServices,
  context: WorkspaceContext,
  origin: ItemOrigin,
  externalIds: string[],
): Promise<number> {
  let removedCount = 0
  for (let batchStart = 0; batchStart < externalIds.length; batchStart += BATCH_SIZE) {
    const batchIds = externalIds.slice(batchStart, batchStart + BATCH_SIZE)
    removedCount += await inTransaction(context, async (transaction) => {
      const removedItems = await transaction.tx
        .delete(sources)
        .where(and(ofOrigin(transaction, origin), inArray(sources.externalId, batchIds), ne(sources.state, 'excluded')))
        .returning({ id: sources.id, kind: sources.kind, chunkCount: sources.chunkCount, images: sources.images })
      await removeImages(services, transaction, removedItems)
      const itemsWithContent = removedItems.filter(({ chunkCount }) => chunkCount > 0)
      await clearSources(transaction, itemsWithContent)
      return itemsWithContent.length
    })
  }
  return removedCount
}

/** Resolves items that still wait after a failed run: those with content become ready again. */
export const failPendingItems = (context: WorkspaceContext, origin: ItemOrigin, reason: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const failedItems = await transaction.tx
      .update(sources)
      .set({ state: 'failed', reason, progress: 0, updatedAt: sql`now()` })
      .where(and(ofOrigin(transaction, origin), inArray(sources.state, ['queued', 'processing'])))
      .returning({ id: sources.id })
    await sourcesSettled(
      transaction,
      failedItems.map(({ id }) => id),
    )
  })

/**
 * Detaches or removes the items of a disconnected service. Items without content are always removed; exclusions are
 * kept for a later connection.
 */
export async function detachItems(
  services: ImageServices,
  transaction: WorkspaceTransaction,
  origin: ItemOrigin,
  keepsContent: boolean,
): Promise<void> {
  const removedItems = await transaction.tx
    .delete(sources)
    .where(
      and(ofOrigin(transaction, origin), keepsContent ? notInArray(sources.state, ['ready', 'excluded']) : undefined),
    )
    .returning({ id: sources.id, images: sources.images })
  await removeImages(services, transaction, removedItems)
  await removeChunks(
    transaction,
    typeOfKind(origin.kind),
    removedItems.map(({ id }) => id),
  )
  await transaction.tx.update(sources).set({ integrationId: null }).where(ofOrigin(transaction, origin))
  await sourcesChanged(transaction)
  await contentChanged(transaction)
}

/** A service was connected: what is left of an earlier connection belongs to it, so that nothing is there twice. */
export async function reattachItems(transaction: WorkspaceTransaction, origin: ItemOrigin): Promise<void> {
  await transaction.tx
    .update(sources)
    .set({ integrationId: origin.id })
    .where(
      and(
        eq(sources.workspaceId, transaction.workspaceId),
        eq(sources.kind, origin.kind),
        isNull(sources.integrationId),
        isNotNull(sources.externalId),
      ),
    )
}

/** Returns the number of items by service and state. */
export async function countItems({
  tx,
  workspaceId,
}: WorkspaceTransaction): Promise<{ integrationId: string; state: KnownItem['state']; items: number }[]> {
  const stateCounts = await tx
    .select({ integrationId: sources.integrationId, state: sources.state, items: sql<number>`count(*)::int` })
    .from(sources)
    .where(and(eq(sources.workspaceId, workspaceId), isNotNull(sources.integrationId)))
    .groupBy(sources.integrationId, sources.state)
  return stateCounts.flatMap(({ integrationId, ...row }) => (integrationId ? [{ integrationId, ...row }] : []))
}
