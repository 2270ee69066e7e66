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
const MAX_PIXELS = 12_000_000
/** Minimum size of a scanned page; smaller images are logos or lines. */
const MIN_PIXELS = 100_000

/** Brightness of a pixel after ITU-R BT.601. */
const luminance = (pixelData: ArrayLike<number>, position: number): number =>
  ((pixelData[position] ?? 0) * 299 + (pixelData[position + 1] ?? 0) * 587 + (pixelData[position + 2] ?? 0) * 114) /
  1000

/** Samples one pixel of each square: enough for recognition, without a second copy in memory. */
function toGrayImage(pdfImage: PdfImage): GrayImage | null {
  const { width = 0, height = 0, data } = pdfImage
  if (typeof data !== 'object' || width * height < MIN_PIXELS) return null
  const sampleStep = Math.max(1, Math.ceil(Math.sqrt((width * height) / MAX_PIXELS)))
  const [wide, high] = [Math.floor(width / sampleStep), Math.floor(height / sampleStep)]
  const channelCount = Math.floor(data.length / (width * height))
  const rowBytes = (width + 7) >> 3
  if (channelCount === 0 && data.length < rowBytes * height) return null
  const pixels = new Uint8Array(wide * high)
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [px, py] = [x * sampleStep, y * sampleStep]
      const position = (py * width + px) * channelCount
      const maskBit = ((data[py * rowBytes + (px >> 3)] ?? 0) >> (7 - (px & 7))) & 1
      // In an image a set bit is white. A mask paints where bits are not set, so a set bit is white as well.
      pixels[y * wide + x] =
        channelCount === 0 ? maskBit * 255 : channelCount < 3 ? (data[position] ?? 0) : luminance(data, position)
    }
  }
  return { width: wide, height: high, pixels }
}

/** Joins images of one width from top to bottom: some scanners cut a page into strips. */
function joinStrips(grayImages: GrayImage[]): GrayImage | null {
  const [widest] = grayImages.toSorted((left, right) => right.pixels.length - left.pixels.length)
  if (!widest) return null
  const widestStrips = grayImages.filter(({ width }) => width === widest.width)
  const height = widestStrips.reduce((heightSum, imageStrip) => heightSum + imageStrip.height, 0)
  if (widestStrips.length === 1 || widest.width * height > MAX_PIXELS) return widest
  const pixels = new Uint8Array(widest.width * height)
  let position = 0
  for (const imageStrip of widestStrips) {
    pixels.set(imageStrip.pixels, position)
    position += imageStrip.pixels.length
  }
  return { width: widest.width, height, pixels }
}

/** The image that a page of a PDF consists of; null where it has none that is large enough to hold a text. */
export async function scannedImage(pdfBytes: Uint8Array, pageNumber: number): Promise<GrayImage | null> {
  const pdfDocument = await getDocumentProxy(new Uint8Array(pdfBytes), { useSystemFonts: false })
  const { OPS } = await getResolvedPDFJS()
  const pdfPage = await pdfDocument.getPage(pageNumber)
  const { fnArray, argsArray } = await pdfPage.getOperatorList()
  const paintOperators = new Set<number>([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ])
  const grayImages: GrayImage[] = []
  for (const [i, operator] of fnArray.entries()) {
    if (!paintOperators.has(operator)) continue
    const [named] = (argsArray[i] ?? []) as [string | PdfImage | undefined]
    const imageName = typeof named === 'string' ? named : typeof named?.data === 'string' ? named.data : null
    const paintedImage = imageName === null ? (named as PdfImage) : await imageByName(pdfPage, imageName)
    const grayImage = paintedImage && toGrayImage(paintedImage)
    if (grayImage) grayImages.push(grayImage)
  }
  return joinStrips(grayImages)
}

type PdfPageProxy = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** The image with this name, of a page or of the whole file. */
export const imageByName = (pdfPage: PdfPageProxy, imageName: string): Promise<PdfImage | null> =>
  new Promise((resolve) => (imageName.startsWith('g_') ? pdfPage.commonObjs : pdfPage.objs).get(imageName, resolve))
