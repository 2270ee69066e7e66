import { inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { type ImageFiles, type ImageServices, withStoredImages } from '../images/source-images.ts'
import { sources } from '../knowledge.table.ts'
import type { DocumentImage } from '../parsing/read-result.ts'
import { hashOfText, type SourceText, writeSourceText } from '../source-chunks.ts'
import { ofSource } from '../source-rows.ts'
import { type ItemOrigin, type ListedItem, lockItem, ofItem } from './item-rows.ts'

/** An item as it was read. */
interface SavedItem extends ListedItem {
  version: string
  text: SourceText
  images?: readonly DocumentImage[] | undefined
  note: string | null
}

/**
 * Stores an item's current content; replaces its passages in the same transaction when it changed. Content events are
 * sent at intervals.
 * @returns the outcome; `gone`: it was excluded or removed in between
 */
export async function saveItem(
  services: ImageServices,
  context: WorkspaceContext,
  origin: ItemOrigin,
  savedItem: SavedItem,
  signal: AbortSignal,
): Promise<'written' | 'same' | 'gone'> {
  const hash = hashOfText(savedItem.text, savedItem.images)
  const writeWithImages = (images: ImageFiles | null) =>
    writeItem(services, context, origin, savedItem, { hash, images })
  const { workspaceId } = context
  const knownRow = await inTransaction(context, async (transaction) => {
    const [row] = await transaction.tx
      .select({ id: sources.id, state: sources.state, contentHash: sources.contentHash })
      .from(sources)
      .where(ofItem(transaction, origin, savedItem.externalId))
    return row
  })
  // Images of an unchanged item are not encoded again.
  if (!knownRow || (knownRow.state === 'ready' && knownRow.contentHash === hash)) return writeWithImages(null)
  let outcome: Awaited<ReturnType<typeof writeWithImages>> = 'gone'
  await withStoredImages(
    services.storage,
    { workspaceId, id: knownRow.id },
    { images: savedItem.images, signal },
    async (images) => {
      outcome = await writeWithImages(images)
      return outcome === 'written'
    },
  )
  return outcome
}

const writeItem = (
  services: ImageServices,
  context: WorkspaceContext,
  origin: ItemOrigin,
  savedItem: SavedItem,
  { hash, images }: { hash: string; images: ImageFiles | null },
): Promise<'written' | 'same' | 'gone'> =>
  inTransaction(context, async (transaction) => {
    const itemRow = await lockItem(transaction, origin, savedItem)
    if (!itemRow) return 'gone'
    const rowChanges = { url: savedItem.url, etag: savedItem.version, reason: savedItem.note }
    if (itemRow.state !== 'ready' || itemRow.contentHash !== hash) {
      await writeSourceText(transaction, itemRow, { ...savedItem.text, images }, { ...rowChanges, contentHash: hash })
      if (itemRow.images) await services.queueFileRemoval(transaction.tx, itemRow.images.folder)
      return 'written'
    }
    await transaction.tx
      .update(sources)
      .set({ ...rowChanges, lastSeenAt: new Date() })
      .where(ofSource(transaction, itemRow.id))
    return 'same'
  })
