import { createHash } from 'node:crypto'
import { imageTypeOf } from '../../../../platform/images/index.ts'

/** Bounds of what is taken out of a document; further images are left out. */
const MAX_IMAGES = 100
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024
export const MAX_TOTAL_IMAGE_BYTES = 24 * 1024 * 1024

/** Keeps an image and returns its number, counted from 1; null when it is left out. */
export type KeepImage = (bytes: Uint8Array) => number | null
export const keepNoImage: KeepImage = () => null

/** Remembers which images a text shows, so that they are not shown below it again. */
export function trackShown(keepImage: KeepImage): { keepShown: KeepImage; shown: ReadonlySet<Uint8Array> } {
  const shown = new Set<Uint8Array>()
  const keepShown: KeepImage = (imageBytes) => {
    const imageNumber = keepImage(imageBytes)
    if (imageNumber !== null) shown.add(imageBytes)
    return imageNumber
  }
  return { keepShown, shown }
}

/** Returns the number of the image that an address in a document means; null for any other address. */
export type FindImage = (address: string) => number | null

/** Collects PNG, JPEG, GIF and WebP images of a document, by their first bytes and each once, within bounds. */
export function collectImages(): { keep: KeepImage; images: Uint8Array[] } {
  const images: Uint8Array[] = []
  const numbersByHash = new Map<string, number>()
  let totalBytes = 0
  const keep: KeepImage = (imageBytes) => {
    if (imageBytes.length > MAX_IMAGE_BYTES || imageTypeOf(Buffer.from(imageBytes.subarray(0, 16))) === null)
      return null
    const imageHash = createHash('sha256').update(imageBytes).digest('base64url')
    const knownNumber = numbersByHash.get(imageHash)
    if (knownNumber !== undefined) return knownNumber
    if (images.length >= MAX_IMAGES || totalBytes + imageBytes.length > MAX_TOTAL_IMAGE_BYTES) return null
    totalBytes += imageBytes.length
    numbersByHash.set(imageHash, images.push(imageBytes))
    return images.length
  }
  return { keep, images }
}

const DATA_URL = /^data:image\/[a-z+.-]{1,20};base64,/i

/** Images that a page holds itself. */
export const embeddedImages =
  (keepImage: KeepImage): FindImage =>
  (address) => {
    const [head = ''] = DATA_URL.exec(address) ?? []
    return head === '' ? null : keepImage(Buffer.from(address.slice(head.length), 'base64'))
  }

/** Images of an archive, by addresses relative to one of its files, and those that the file holds itself. */
export function archivedImages(
  filePath: string,
  filesByName: ReadonlyMap<string, Uint8Array>,
  keepImage: KeepImage,
): FindImage {
  const findEmbedded = embeddedImages(keepImage)
  return (address) => {
    if (/^data:/i.test(address)) return findEmbedded(address)
    const baseUrl = `file:///${filePath.split('/').map(encodeURIComponent).join('/')}`
    if (!URL.canParse(address, baseUrl)) return null
    const { protocol, pathname } = new URL(address, baseUrl)
    if (protocol !== 'file:') return null
    const imageBytes = filesByName.get(decodePath(pathname).slice(1))
    return imageBytes ? keepImage(imageBytes) : null
  }
}

function decodePath(encodedPath: string): string {
  try {
    return decodeURIComponent(encodedPath)
  } catch {
    return encodedPath
  }
}

/** Images that an email holds, by their Content-IDs, and those in its addresses. */
export function attachedImages(bytesByContentId: ReadonlyMap<string, Uint8Array>, keepImage: KeepImage): FindImage {
  const findEmbedded = embeddedImages(keepImage)
  return (address) => {
    const [, id] = /^cid:(.+)$/i.exec(address) ?? []
    if (id === undefined) return findEmbedded(address)
    const imageBytes = bytesByContentId.get(decodePath(id))
    return imageBytes ? keepImage(imageBytes) : null
  }
}

/** Files of an archive that may be images. */
export const isImageName = (fileName: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(fileName)
