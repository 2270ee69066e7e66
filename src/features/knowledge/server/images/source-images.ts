import { newId } from '../../../../kernel/ids.ts'
import { encodePixels, type ImageType, reencodeImage } from '../../../../platform/images/index.ts'
import type { FileStorage } from '../../../../platform/storage/index.ts'
import { documentFolder } from '../document-folder.ts'
import type { DocumentImage } from '../parsing/read-result.ts'

const TYPES: readonly ImageType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Pixels: wider than a source page is on a screen of double density. Larger images are scaled down. */
const SIDE_MAX = 1_600
/** Smaller ones are bullets, lines and spacers. */
const SIDE_MIN = 16

/** A stored image of a document. */
export interface ImageFile {
  width: number
  height: number
}

/** Images of one reading of a document, by their numbers from 1; null for one that is not shown. */
export interface ImageFiles {
  /** Ends in '/'. */
  folder: string
  files: (ImageFile | null)[]
}

/** Storage folder of all images of a source. */
export const imagesOfSource = (workspaceId: string, sourceId: string): string =>
  `${documentFolder(workspaceId)}images/${sourceId}/`

export const imageKey = (folder: string, number: number): string => `${folder}${number}.webp`

/**
 * Encodes the images of a document again, without other data of their files, and stores them in a folder of their own,
 * which is not named by any row yet. What is no image is left out.
 */
export async function storeImages(
  storage: FileStorage,
  source: { workspaceId: string; id: string },
  images: readonly DocumentImage[],
  signal: AbortSignal,
): Promise<ImageFiles | null> {
  const folder = `${imagesOfSource(source.workspaceId, source.id)}${newId()}/`
  const files: ImageFiles['files'] = []
  for (const [index, given] of images.entries()) {
    signal.throwIfAborted()
    const options = { types: TYPES, width: SIDE_MAX, height: SIDE_MAX, contain: true }
    const image =
      given instanceof Uint8Array
        ? await reencodeImage(Buffer.from(given), options)
        : await encodePixels(given.pixels, { ...given, widthMax: SIDE_MAX, heightMax: SIDE_MAX })
    const isShown = image !== null && Math.min(image.width, image.height) >= SIDE_MIN
    if (isShown) await storage.put(imageKey(folder, index + 1), image.data, { contentType: image.contentType })
    files.push(isShown ? { width: image.width, height: image.height } : null)
  }
  return files.some((file) => file !== null) ? { folder, files } : null
}
