import type { Sharp } from 'sharp'

export type ImageType = 'image/jpeg' | 'image/gif' | 'image/png' | 'image/webp'

export interface ReencodeOptions {
  /** Accepted types. The file's first bytes decide, not its name. */
  types: readonly ImageType[]
  /** Pixels of the result. With `contain` the picture is made to fit and never enlarged; else it fills them. */
  width: number
  height: number
  contain?: boolean
  /** The part to keep, in fractions of the upright picture. */
  crop?: { left: number; top: number; width: number; height: number } | undefined
}

export interface ReencodedImage {
  data: Buffer
  contentType: 'image/webp'
  width: number
  height: number
}

const START: readonly (readonly [ImageType, (bytes: Buffer) => boolean])[] = [
  ['image/jpeg', (b) => b.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/png', (b) => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/gif', (b) => /^GIF8[79]a$/.test(b.toString('latin1', 0, 6))],
  ['image/webp', (b) => b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP'],
]

/** A small file may unfold into more than the machine has. */
const MAX_PIXELS = 40_000_000
const TIME_LIMIT_SECONDS = 10
const QUALITY = 86

/** The picture's type by its first bytes, or null. */
export const imageTypeOf = (data: Buffer): ImageType | null => START.find(([, is]) => is(data))?.[0] ?? null

/** Loaded with the first picture: most processes never see one. */
async function open(data: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(data, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' }).timeout({
    seconds: TIME_LIMIT_SECONDS,
  })
}

function cropped(image: Sharp, upright: { width: number; height: number }, crop: ReencodeOptions['crop']): Sharp {
  if (!crop) return image
  const left = Math.min(upright.width - 1, Math.round(crop.left * upright.width))
  const top = Math.min(upright.height - 1, Math.round(crop.top * upright.height))
  const width = Math.max(1, Math.min(upright.width - left, Math.round(crop.width * upright.width)))
  const height = Math.max(1, Math.min(upright.height - top, Math.round(crop.height * upright.height)))
  return image.extract({ left, top, width, height })
}

/**
 * Decodes an image and encodes it again: upright, cropped, resized, as WebP, without any other data of the file
 * (locations, names, profiles, hidden data). Uses the first frame of an animation. Returns null when it is not one of
 * `types`, is damaged, or has more than 40 million pixels.
 */
export async function reencodeImage(data: Buffer, options: ReencodeOptions): Promise<ReencodedImage | null> {
  const type = imageTypeOf(data)
  if (!type || !options.types.includes(type)) return null
  try {
    const image = await open(data)
    const { autoOrient: upright } = await image.metadata()
    const sized = cropped(image.autoOrient(), upright, options.crop).resize(options.width, options.height, {
      fit: options.contain ? 'inside' : 'cover',
      withoutEnlargement: options.contain ?? false,
    })
    const { data: made, info } = await sized.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true })
    return { data: made, contentType: 'image/webp', width: info.width, height: info.height }
  } catch {
    // Every decoder error means that the file is not a usable image.
    return null
  }
}

/** Encodes pixels, 3 or 4 bytes each, as WebP that fits; null when there are not as many as the size says. */
export async function encodePixels(
  pixels: Uint8Array,
  options: { width: number; height: number; channels: 3 | 4; widthMax: number; heightMax: number },
): Promise<ReencodedImage | null> {
  const { width, height, channels, widthMax, heightMax } = options
  if (width * height > MAX_PIXELS || pixels.length !== width * height * channels) return null
  const { default: sharp } = await import('sharp')
  const sized = sharp(pixels, { raw: { width, height, channels } })
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .resize(widthMax, heightMax, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await sized.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true })
  return { data, contentType: 'image/webp', width: info.width, height: info.height }
}
