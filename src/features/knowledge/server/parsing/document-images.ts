import { createHash } from 'node:crypto'
import { imageTypeOf } from '../../../../platform/images/index.ts'

/** Bounds of what is taken out of a document; further images are left out. */
const IMAGES_MAX = 100
export const IMAGE_BYTES_MAX = 8 * 1024 * 1024
export const IMAGES_BYTES_MAX = 24 * 1024 * 1024

/** Keeps an image and returns its number, counted from 1; null when it is left out. */
export type KeepImage = (bytes: Uint8Array) => number | null
export const keepNoImage: KeepImage = () => null

/** Remembers which images a text shows, so that they are not shown below it again. */
export function trackShown(keep: KeepImage): { keepShown: KeepImage; shown: ReadonlySet<Uint8Array> } {
  const shown = new Set<Uint8Array>()
  const keepShown: KeepImage = (image) => {
    const number = keep(image)
    if (number !== null) shown.add(image)
    return number
  }
  return { keepShown, shown }
}

/** Returns the number of the image that an address in a document means; null for any other address. */
export type FindImage = (address: string) => number | null

/** Collects PNG, JPEG, GIF and WebP images of a document, by their first bytes and each once, within bounds. */
export function collectImages(): { keep: KeepImage; images: Uint8Array[] } {
  const images: Uint8Array[] = []
  const numbers = new Map<string, number>()
  let total = 0
  const keep: KeepImage = (bytes) => {
    if (bytes.length > IMAGE_BYTES_MAX || imageTypeOf(Buffer.from(bytes.subarray(0, 16))) === null) return null
    const hash = createHash('sha256').update(bytes).digest('base64url')
    const known = numbers.get(hash)
    if (known !== undefined) return known
    if (images.length >= IMAGES_MAX || total + bytes.length > IMAGES_BYTES_MAX) return null
    total += bytes.length
    numbers.set(hash, images.push(bytes))
    return images.length
  }
  return { keep, images }
}

const DATA_URL = /^data:image\/[a-z+.-]{1,20};base64,/i

/** Images that a page holds itself. */
export const embeddedImages =
  (keep: KeepImage): FindImage =>
  (address) => {
    const [head = ''] = DATA_URL.exec(address) ?? []
    return head === '' ? null : keep(Buffer.from(address.slice(head.length), 'base64'))
  }

/** Images of an archive, by addresses relative to one of its files, and those that the file holds itself. */
export function archivedImages(file: string, files: ReadonlyMap<string, Uint8Array>, keep: KeepImage): FindImage {
  const embedded = embeddedImages(keep)
  return (address) => {
    if (/^data:/i.test(address)) return embedded(address)
    const base = `file:///${file.split('/').map(encodeURIComponent).join('/')}`
    if (!URL.canParse(address, base)) return null
    const { protocol, pathname } = new URL(address, base)
    if (protocol !== 'file:') return null
    const bytes = files.get(decoded(pathname).slice(1))
    return bytes ? keep(bytes) : null
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Images that an email holds, by their Content-IDs, and those in its addresses. */
export function attachedImages(byContentId: ReadonlyMap<string, Uint8Array>, keep: KeepImage): FindImage {
  const embedded = embeddedImages(keep)
  return (address) => {
    const [, id] = /^cid:(.+)$/i.exec(address) ?? []
    if (id === undefined) return embedded(address)
    const bytes = byContentId.get(decoded(id))
    return bytes ? keep(bytes) : null
  }
}

/** Files of an archive that may be images. */
export const isImageName = (name: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(name)
