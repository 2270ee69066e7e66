import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'

/** A grayscale image: one byte per pixel, 0 is black. */
export interface GrayImage {
  width: number
  height: number
  pixels: Uint8Array
}

/** An image as pdf.js returns it. `kind` 1: one bit per pixel, in rows of whole bytes; 2: RGB; 3: RGBA. */
export interface PdfImage {
  width?: number
  height?: number
  kind?: number
  data?: Uint8Array | Uint8ClampedArray | string
}

/** Larger ones are scaled down: 300 dots an inch of an A4 page are 8.7 million. */
const PIXELS_MAX = 12_000_000
/** Minimum size of a scanned page; smaller images are logos or lines. */
const PIXELS_MIN = 100_000

/** Brightness of a pixel after ITU-R BT.601. */
const luminance = (data: ArrayLike<number>, position: number): number =>
  ((data[position] ?? 0) * 299 + (data[position + 1] ?? 0) * 587 + (data[position + 2] ?? 0) * 114) / 1000

/** Samples one pixel of each `step` by `step` square: enough for recognition, without a second copy in memory. */
function toGray(image: PdfImage): GrayImage | null {
  const { width = 0, height = 0, data } = image
  if (typeof data !== 'object' || width * height < PIXELS_MIN) return null
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / PIXELS_MAX)))
  const [wide, high] = [Math.floor(width / step), Math.floor(height / step)]
  const channels = Math.floor(data.length / (width * height))
  const rowBytes = (width + 7) >> 3
  if (channels === 0 && data.length < rowBytes * height) return null
  const pixels = new Uint8Array(wide * high)
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [px, py] = [x * step, y * step]
      const position = (py * width + px) * channels
      const bit = ((data[py * rowBytes + (px >> 3)] ?? 0) >> (7 - (px & 7))) & 1
      // In an image a set bit is white. A mask paints where bits are not set, so a set bit is white as well.
      pixels[y * wide + x] =
        channels === 0 ? bit * 255 : channels < 3 ? (data[position] ?? 0) : luminance(data, position)
    }
  }
  return { width: wide, height: high, pixels }
}

/** Joins images of one width from top to bottom: some scanners cut a page into strips. */
function joinStrips(images: GrayImage[]): GrayImage | null {
  const [widest] = images.toSorted((left, right) => right.pixels.length - left.pixels.length)
  if (!widest) return null
  const strips = images.filter(({ width }) => width === widest.width)
  const height = strips.reduce((sum, strip) => sum + strip.height, 0)
  if (strips.length === 1 || widest.width * height > PIXELS_MAX) return widest
  const pixels = new Uint8Array(widest.width * height)
  let position = 0
  for (const strip of strips) {
    pixels.set(strip.pixels, position)
    position += strip.pixels.length
  }
  return { width: widest.width, height, pixels }
}

/** The image that a page of a PDF consists of; null where it has none that is large enough to hold a text. */
export async function scannedImage(bytes: Uint8Array, number: number): Promise<GrayImage | null> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { useSystemFonts: false })
  const { OPS } = await getResolvedPDFJS()
  const page = await pdf.getPage(number)
  const { fnArray, argsArray } = await page.getOperatorList()
  const painting = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  const images: GrayImage[] = []
  for (const [i, operator] of fnArray.entries()) {
    if (!painting.has(operator)) continue
    const [named] = (argsArray[i] ?? []) as [string | PdfImage | undefined]
    const key = typeof named === 'string' ? named : typeof named?.data === 'string' ? named.data : null
    const painted = key === null ? (named as PdfImage) : await imageByName(page, key)
    const image = painted && toGray(painted)
    if (image) images.push(image)
  }
  return joinStrips(images)
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** The image with this name, of a page or of the whole file. */
export const imageByName = (page: Page, key: string): Promise<PdfImage | null> =>
  new Promise((resolve) => (key.startsWith('g_') ? page.commonObjs : page.objs).get(key, resolve))
