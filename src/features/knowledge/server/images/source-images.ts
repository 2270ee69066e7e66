import { newId } from '../../../../kernel/ids.ts'
import type { ImageType } from '../../../../platform/images/index.ts'
import type { FileStorage } from '../../../../platform/storage/index.ts'
import { documentFolder } from '../document-folder.ts'
import type { DocumentImage } from '../parsing/read-result.ts'
import { type ImageSize, storeImage } from './store-image.ts'

const TYPES: readonly ImageType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Smaller ones are bullets, lines and spacers. */
const SIDE_MIN = 16

/** Images of one reading of a document, by their numbers from 1; null for one that is not shown. */
export interface ImageFiles {
  /** Ends in '/'. */
  folder: string
  files: (ImageSize | null)[]
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
    const keyOf = () => imageKey(folder, index + 1)
    const image = await storeImage(storage, given, { types: TYPES, sideMin: SIDE_MIN, keyOf })
    files.push(image && { width: image.width, height: image.height })
  }
  return files.some((file) => file !== null) ? { folder, files } : null
}
