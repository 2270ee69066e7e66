import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { imageByName, type PdfImage } from '../scanned-image.ts'

/** An image of a page as its pixels, 3 bytes (RGB) or 4 (with transparency) each. */
export interface PixelImage {
  page: number
  width: number
  height: number
  channels: 3 | 4
  pixels: Uint8Array
}

const PAGES_MAX = 200
const IMAGES_MAX = 60
/** Pixels of one image, beyond which it is sampled, and of all that are taken out. */
const IMAGE_PIXELS_MAX = 1_500_000
const TOTAL_PIXELS_MAX = 12_000_000
/** Smaller images are lines, bullets and parts of backgrounds; in pixels, and in points on the page. */
const SIDE_MIN = 64
const SHOWN_MIN = 36
/** An image over more of the page is its background, or a scan whose text was recognized. */
const PAGE_SHARE_MAX = 0.7

type Matrix = readonly [number, number, number, number, number, number]
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const times = (left: Matrix, right: Matrix): Matrix => [
  left[0] * right[0] + left[2] * right[1],
  left[1] * right[0] + left[3] * right[1],
  left[0] * right[2] + left[2] * right[3],
  left[1] * right[2] + left[3] * right[3],
  left[0] * right[4] + left[2] * right[5] + left[4],
  left[1] * right[4] + left[3] * right[5] + left[5],
]

const MAX_CHANNELS = 4

/** Every nth pixel of every nth row, so that the image is within bounds; null for a form that is not read. */
function sampled(image: PdfImage, page: number): PixelImage | null {
  const { width = 0, height = 0, data } = image
  if (typeof data !== 'object' || Math.min(width, height) < SIDE_MIN) return null
  const channels = data.length / (width * height)
  if (channels !== 3 && channels !== MAX_CHANNELS) return null
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / IMAGE_PIXELS_MAX)))
  const [wide, high] = [Math.floor(width / step), Math.floor(height / step)]
  const pixels = new Uint8Array(wide * high * channels)
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++)
      for (let channel = 0; channel < channels; channel++)
        pixels[(y * wide + x) * channels + channel] = data[(y * step * width + x * step) * channels + channel] ?? 0
  return { page, width: wide, height: high, channels, pixels }
}

/** Images that the pages of a PDF show, each once and within bounds. */
export async function pdfImages(bytes: Uint8Array): Promise<PixelImage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { useSystemFonts: false })
  const { OPS } = await getResolvedPDFJS()
  const images: PixelImage[] = []
  const seen = new Set<string>()
  let total = 0
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX) && images.length < IMAGES_MAX; number++) {
    const page = await pdf.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const area = (right - left) * (top - bottom)
    const saved: Matrix[] = []
    let matrix = IDENTITY
    for (const [index, operator] of fnArray.entries()) {
      const args = (argsArray[index] ?? []) as unknown[]
      if (operator === OPS.save) saved.push(matrix)
      else if (operator === OPS.restore) matrix = saved.pop() ?? IDENTITY
      else if (operator === OPS.transform) matrix = times(matrix, args as unknown as Matrix)
      if (operator !== OPS.paintImageXObject && operator !== OPS.paintInlineImageXObject) continue
      const [wide, high] = [Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])]
      if (Math.min(wide, high) < SHOWN_MIN || wide * high > area * PAGE_SHARE_MAX) continue
      const [named] = args as [string | PdfImage | undefined]
      const painted = typeof named === 'string' ? await imageByName(page, named) : named
      const image = painted ? sampled(painted, number) : null
      if (!image || isPlain(image)) continue
      const size = image.width * image.height
      const key = `${image.width} ${image.height} ${checksum(image.pixels)}`
      if (seen.has(key) || total + size > TOTAL_PIXELS_MAX || images.length >= IMAGES_MAX) continue
      seen.add(key)
      total += size
      images.push(image)
    }
    page.cleanup()
  }
  return images
}

/** Returns true for an image of one color: a background, or a form of transparency that is not read. */
const isPlain = ({ pixels, channels }: PixelImage): boolean =>
  pixels.every((value, index) => value === pixels[index % channels])

/** Returns the same number for the same pixels: logos repeat on many pages. */
function checksum(pixels: Uint8Array): number {
  let sum = 0
  for (const [index, value] of pixels.entries()) sum = (Math.imul(sum, 31) + value + index) | 0
  return sum
}
