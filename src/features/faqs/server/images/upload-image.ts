import { count, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import { IMAGE_PATH } from '../../../../kernel/markup.ts'
import { documentFolder, type KnowledgeServices, storeImage } from '../../../knowledge/server/index.ts'
import { inTransaction, lockWorkspace, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { IMAGE_HINT, IMAGE_MAX_BYTES, IMAGE_TYPES, IMAGES_MAX, IMAGES_MAX_BYTES } from '../../contract.ts'
import { faqImages } from './faq-images.table.ts'

export interface UploadedImage {
  /** A path on this server. */
  url: string
  /** Pixels. */
  width: number
  height: number
}

/** Storage folder of the images in a workspace's answers. It is below the documents, with which it is removed. */
export const answerImageFolder = (workspaceId: string): string => `${documentFolder(workspaceId)}answers/`

const refusedError = (userMessage: string): AppError =>
  new AppError('invalid', 'image.unreadable', userMessage, {
    details: { fields: [{ path: 'file', message: userMessage }] },
  })

const limitReached = (userMessage: string): AppError => new AppError('limit', 'limit.images', userMessage)

/**
 * Encodes an image again and stores it for an answer. It is removed unless an answer shows it within a week.
 * @throws invalid `image.unreadable` when it is too large or not a valid PNG, JPG or WebP; limit `limit.images`
 */
export async function uploadImage(
  { storage }: Pick<KnowledgeServices, 'storage'>,
  context: WorkspaceContext,
  imageFile: Blob,
): Promise<UploadedImage> {
  if (imageFile.size > IMAGE_MAX_BYTES) throw refusedError(`This image is too large. ${IMAGE_HINT}`)
  const imageId = newId()
  const imageNameOf = (imageSize: { width: number; height: number }) =>
    `${imageId}-${imageSize.width}x${imageSize.height}.webp`
  const storedImage = await storeImage(storage, new Uint8Array(await imageFile.arrayBuffer()), {
    types: IMAGE_TYPES,
    keyOf: (imageSize) => answerImageFolder(context.workspaceId) + imageNameOf(imageSize),
  })
  if (!storedImage) throw refusedError(`This file cannot be read as an image. ${IMAGE_HINT}`)
  const { key, bytes, width, height } = storedImage
  const imageName = imageNameOf(storedImage)
  try {
    await inTransaction(context, async (transaction) => {
      const { tx, workspaceId } = transaction
      // Simultaneous uploads count each other.
      await lockWorkspace(transaction)
      const [stored] = await tx
        .select({ count: count(), bytes: sql<string>`coalesce(sum(${faqImages.size}), 0)` })
        .from(faqImages)
        .where(eq(faqImages.workspaceId, workspaceId))
      if ((stored?.count ?? 0) >= IMAGES_MAX)
        throw limitReached(`This workspace has reached its limit of ${IMAGES_MAX.toLocaleString('en')} images.`)
      if (Number(stored?.bytes ?? 0) + bytes > IMAGES_MAX_BYTES)
        throw limitReached('The images of this workspace have reached their limit of 1 GB.')
      await tx.insert(faqImages).values({ workspaceId, name: imageName, size: bytes })
    })
  } catch (error) {
    await storage.delete(key)
    throw error
  }
  return { url: `${IMAGE_PATH}${context.workspaceId}/${imageName}`, width, height }
}
