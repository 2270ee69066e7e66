import { encodePixels, type ImageType, reencodeImage } from '../../../../platform/images/index.ts'
import type { FileStorage } from '../../../../platform/storage/index.ts'
import type { DocumentImage } from '../parsing/read-result.ts'

/** Pixels: wider than a page is on a screen of double density. Larger images are scaled down. */
const MAX_SIDE_PIXELS = 1_600

export interface ImageSize {
  width: number
  height: number
}

export interface StoreImageOptions {
  /** Accepted types. The first bytes of the file decide. */
  types: readonly ImageType[]
  /** Pixels of the shorter side. Smaller images are not stored. */
  sideMin?: number
  /** Storage key of an image of this size. */
  keyOf: (size: ImageSize) => string
}

/**
 * Encodes an image again, without other data of its file, and stores it as WebP of at most 1,600 pixels a side. Returns
 * null, and stores nothing, if it is not an image of `types`.
 */
export async function storeImage(
  storage: FileStorage,
  documentImage: DocumentImage,
  { types, sideMin = 1, keyOf }: StoreImageOptions,
): Promise<(ImageSize & { key: string; bytes: number }) | null> {
  const encodedImage =
    documentImage instanceof Uint8Array
      ? await reencodeImage(Buffer.from(documentImage), {
          types,
          width: MAX_SIDE_PIXELS,
          height: MAX_SIDE_PIXELS,
          contain: true,
        })
      : await encodePixels(documentImage.pixels, {
          ...documentImage,
          widthMax: MAX_SIDE_PIXELS,
          heightMax: MAX_SIDE_PIXELS,
        })
  if (!encodedImage || Math.min(encodedImage.width, encodedImage.height) < sideMin) return null
  const { width, height } = encodedImage
  const key = keyOf({ width, height })
  await storage.put(key, encodedImage.data, { contentType: encodedImage.contentType })
  return { key, width, height, bytes: encodedImage.data.length }
}
