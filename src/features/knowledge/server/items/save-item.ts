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
  item: SavedItem,
  signal: AbortSignal,
): Promise<'written' | 'same' | 'gone'> {
  const hash = hashOfText(item.text, item.images)
  const write = (images: ImageFiles | null) => writeItem(services, context, origin, item, { hash, images })
  const { workspaceId } = context
  const row = await inTransaction(context, async (transaction) => {
    const [row] = await transaction.tx
      .select({ id: sources.id, state: sources.state, contentHash: sources.contentHash })
      .from(sources)
      .where(ofItem(transaction, origin, item.externalId))
    return row
  })
  // Images of an unchanged item are not encoded again.
  if (!row || (row.state === 'ready' && row.contentHash === hash)) return write(null)
  let outcome: Awaited<ReturnType<typeof write>> = 'gone'
  await withStoredImages(
    services.storage,
    { workspaceId, id: row.id },
    { images: item.images, signal },
    async (images) => {
      outcome = await write(images)
      return outcome === 'written'
    },
  )
  return outcome
}

const writeItem = (
  services: ImageServices,
  context: WorkspaceContext,
  origin: ItemOrigin,
  item: SavedItem,
  { hash, images }: { hash: string; images: ImageFiles | null },
): Promise<'written' | 'same' | 'gone'> =>
  inTransaction(context, async (transaction) => {
    const row = await lockItem(transaction, origin, item)
    if (!row) return 'gone'
    const changes = { url: item.url, etag: item.version, reason: item.note }
    if (row.state !== 'ready' || row.contentHash !== hash) {
      await writeSourceText(transaction, row, { ...item.text, images }, { ...changes, contentHash: hash })
      if (row.images) await services.queueFileRemoval(transaction.tx, row.images.folder)
      return 'written'
    }
    await transaction.tx
      .update(sources)
      .set({ ...changes, lastSeenAt: new Date() })
      .where(ofSource(transaction, row.id))
    return 'same'
  })
