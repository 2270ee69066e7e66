import { newId } from '../../../../kernel/ids.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import type { ImageType } from '../../../../platform/images/index.ts'
import type { FileStorage } from '../../../../platform/storage/index.ts'
import type { WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { documentFolder } from '../document-folder.ts'
import type { DocumentImage } from '../parsing/read-result.ts'
import { type ImageSize, storeImage } from './store-image.ts'

const IMAGE_TYPES: readonly ImageType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Smaller ones are bullets, lines and spacers. */
const MIN_SIDE_PIXELS = 16

/** Services that store the images of sources. */
export interface ImageServices {
  storage: FileStorage
  /** Queues the removal of a file, or of all under a prefix that ends in '/'. */
  queueFileRemoval(transaction: Tx, key: string): Promise<void>
}

/** Images of one reading of a document, by their numbers from 1; null for one that is not shown. */
export interface ImageFiles {
  /** Ends in '/'. */
  folder: string
  files: (ImageSize | null)[]
}

/** Storage folder of all images of a source. */
export const imagesOfSource = (workspaceId: string, sourceId: string): string =>
  `${documentFolder(workspaceId)}images/${sourceId}/`

export const imageKey = (folder: string, imageNumber: number): string => `${folder}${imageNumber}.webp`

/**
 * Encodes the images of a document again, without other data of their files, and stores them in a folder of their own,
 * which is not named by any row yet. What is no image is left out.
 */
async function storeImages(
  storage: FileStorage,
  sourceKey: { workspaceId: string; id: string },
  documentImages: readonly DocumentImage[],
  signal: AbortSignal,
): Promise<ImageFiles | null> {
  const folder = `${imagesOfSource(sourceKey.workspaceId, sourceKey.id)}${newId()}/`
  const files: ImageFiles['files'] = []
  for (const [index, given] of documentImages.entries()) {
    signal.throwIfAborted()
    const keyOf = () => imageKey(folder, index + 1)
    const storedImage = await storeImage(storage, given, { types: IMAGE_TYPES, sideMin: MIN_SIDE_PIXELS, keyOf })
    files.push(storedImage && { width: storedImage.width, height: storedImage.height })
  }
  return files.some((imageSize) => imageSize !== null) ? { folder, files } : null
}

/**
 * Stores the images of a reading, and then writes the row that names them by `writeRow`. They are removed again if it
 * fails or returns false because nothing names them.
 */
export async function withStoredImages(
  storage: FileStorage,
  sourceKey: { workspaceId: string; id: string },
  { images, signal }: { images: readonly DocumentImage[] | undefined; signal: AbortSignal },
  writeRow: (stored: ImageFiles | null) => Promise<boolean>,
): Promise<boolean> {
  const storedImages = await storeImages(storage, sourceKey, images ?? [], signal)
  const isNamed = await writeRow(storedImages).catch(async (writeError: unknown) => {
    if (storedImages) await storage.deletePrefix(storedImages.folder)
    throw writeError
  })
  if (!isNamed && storedImages) await storage.deletePrefix(storedImages.folder)
  return isNamed
}

/** Removes all stored images of sources whose rows name some; the caller removes or changes the rows. */
export async function removeImages(
  services: ImageServices,
  { tx, workspaceId }: WorkspaceTransaction,
  sourceRows: readonly { id: string; images: unknown }[],
): Promise<void> {
  for (const { id, images } of sourceRows)
    if (images) await services.queueFileRemoval(tx, imagesOfSource(workspaceId, id))
}
