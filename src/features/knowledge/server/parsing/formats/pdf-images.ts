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

const MAX_PAGES = 200
const MAX_IMAGES = 60
/** Pixels of one image, beyond which it is sampled, and of all that are taken out. */
const MAX_IMAGE_PIXELS = 1_500_000
const MAX_TOTAL_PIXELS = 12_000_000
/** Smaller images are lines, bullets and parts of backgrounds; in pixels, and in points on the page. */
const MIN_SIDE_PIXELS = 64
const MIN_SHOWN_POINTS = 36
/** An image over more of the page is its background, or a scan whose text was recognized. */
const MAX_PAGE_SHARE = 0.7

type Matrix = readonly [number, number, number, number, number, number]
const IDENTITY_MATRIX: Matrix = [1, 0, 0, 1, 0, 0]
const multiplyMatrices = (left: Matrix, right: Matrix): Matrix => [
  left[0] * right[0] + left[2] * right[1],
  left[1] * right[0] + left[3] * right[1],
  left[0] * right[2] + left[2] * right[3],
  left[1] * right[2] + left[3] * right[3],
  left[0] * right[4] + left[2] * right[5] + left[4],
  left[1] * right[4] + left[3] * right[5] + left[5],
]

const MAX_CHANNELS = 4

/** Every nth pixel of every nth row, so that the image is within bounds; null for a form that is not read. */
function sampleImage(pdfImage: PdfImage, page: number): PixelImage | null {
  const { width = 0, height = 0, data } = pdfImage
  if (typeof data !== 'object' || Math.min(width, height) < MIN_SIDE_PIXELS) return null
  const channels = data.length / (width * height)
  if (channels !== 3 && channels !== MAX_CHANNELS) return null
  const sampleStep = Math.max(1, Math.ceil(Math.sqrt((width * height) / MAX_IMAGE_PIXELS)))
  const [wide, high] = [Math.floor(width / sampleStep), Math.floor(height / sampleStep)]
  const pixels = new Uint8Array(wide * high * channels)
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++)
      for (let channel = 0; channel < channels; channel++)
        pixels[(y * wide + x) * channels + channel] =
          data[(y * sampleStep * width + x * sampleStep) * channels + channel] ?? 0
  return { page, width: wide, height: high, channels, pixels }
}

/** Images that the pages of a PDF show, each once and within bounds. */
export async function pdfImages(pdfBytes: Uint8Array): Promise<PixelImage[]> {
  const pdfDocument = await getDocumentProxy(new Uint8Array(pdfBytes), { useSystemFonts: false })
  const { OPS } = await getResolvedPDFJS()
  const pixelImages: PixelImage[] = []
  const seenImages = new Set<string>()
  let totalPixels = 0
  for (
    let pageNumber = 1;
    pageNumber <= Math.min(pdfDocument.numPages, MAX_PAGES) && pixelImages.length < MAX_IMAGES;
    pageNumber++
  ) {
    const pdfPage = await pdfDocument.getPage(pageNumber)
    const { fnArray, argsArray } = await pdfPage.getOperatorList()
    const [left = 0, bottom = 0, right = 0, top = 0] = pdfPage.view
    const pageArea = (right - left) * (top - bottom)
    const savedMatrices: Matrix[] = []
    let currentMatrix = IDENTITY_MATRIX
    for (const [index, operator] of fnArray.entries()) {
      const operatorArguments = (argsArray[index] ?? []) as unknown[]
      if (operator === OPS.save) savedMatrices.push(currentMatrix)
      else if (operator === OPS.restore) currentMatrix = savedMatrices.pop() ?? IDENTITY_MATRIX
      else if (operator === OPS.transform)
        currentMatrix = multiplyMatrices(currentMatrix, operatorArguments as unknown as Matrix)
      if (operator !== OPS.paintImageXObject && operator !== OPS.paintInlineImageXObject) continue
      const [wide, high] = [
        Math.hypot(currentMatrix[0], currentMatrix[1]),
        Math.hypot(currentMatrix[2], currentMatrix[3]),
      ]
      if (Math.min(wide, high) < MIN_SHOWN_POINTS || wide * high > pageArea * MAX_PAGE_SHARE) continue
      const [named] = operatorArguments as [string | PdfImage | undefined]
      const paintedImage = typeof named === 'string' ? await imageByName(pdfPage, named) : named
      const sampledImage = paintedImage ? sampleImage(paintedImage, pageNumber) : null
      if (!sampledImage || isSingleColor(sampledImage)) continue
      const pixelCount = sampledImage.width * sampledImage.height
      const imageKey = `${sampledImage.width} ${sampledImage.height} ${checksum(sampledImage.pixels)}`
      if (seenImages.has(imageKey) || totalPixels + pixelCount > MAX_TOTAL_PIXELS || pixelImages.length >= MAX_IMAGES)
        continue
      seenImages.add(imageKey)
      totalPixels += pixelCount
      pixelImages.push(sampledImage)
    }
    pdfPage.cleanup()
  }
  return pixelImages
}

/** Returns true for an image of one color: a background, or a form of transparency that is not read. */
const isSingleColor = ({ pixels, channels }: PixelImage): boolean =>
  pixels.every((byte, byteIndex) => byte === pixels[byteIndex % channels])

/** Returns the same number for the same pixels: logos repeat on many pages. */
function checksum(pixels: Uint8Array): number {
  let pixelSum = 0
  for (const [index, value] of pixels.entries()) pixelSum = (Math.imul(pixelSum, 31) + value + index) | 0
  return pixelSum
}
