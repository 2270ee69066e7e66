import path from 'node:path'
import type { OverlayOptions } from 'sharp'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import { excerpt } from '../../../kernel/text.ts'
import { inProgram } from '../../../platform/program/index.ts'
import type { PublicWorkspace } from '../../workspaces/contract.ts'
import type { VisitorTexts } from '../contract.ts'
import { callToActionOf, headingOf, initialOf, socialImageColors } from '../domain/branding.ts'

export const SOCIAL_IMAGE = { width: 1200, height: 630 }

const EDGE_WIDTH = 88
/** Words end where the threads begin. */
const WORDS_WIDTH = 790
const TILE_SIZE = 76
const FONT_DIRECTORY = inProgram('src/features/visitors/server/fonts')
/** The family's whole name; the comma keeps Pango from taking its last word for a weight. */
const FONT_FAMILY = 'Instrument Sans SemiBold,'
const FONT_FILES = ['instrument-sans-latin-ext-600.ttf', 'instrument-sans-latin-600.ttf']
const MAX_LENGTHS = { name: 40, heading: 80, callToAction: 110 }
/** Points are pixels at this resolution. */
const IMAGE_DPI = 72

/** Our own letters are Latin: words in other scripts are left out rather than drawn as boxes. */
const isDrawable = (shownText: string): boolean => {
  const letters = shownText.match(/\p{L}/gu) ?? []
  return letters.length > 0 && letters.every((letter) => /\p{Script=Latin}/u.test(letter))
}
const removePictographs = (shownText: string): string =>
  shownText.replace(/\p{Extended_Pictographic}|\ufe0f/gu, '').trim()

interface TextLine {
  text: string
  size: number
  left: number
  top: number
  color: string
  /** 0–1 */
  opacity?: number
  /** Vertical center of the box around the line. */
  centered?: boolean
}

/** The header's ground with a few woven threads, and the tile for the initial. */
function drawBackground(workspace: PublicWorkspace, withTile: boolean): Buffer {
  const { text, from, to, ends } = socialImageColors(workspace)
  const { width, height } = SOCIAL_IMAGE
  const [x1, y1, x2, y2] = ends
  const warpPath = Array.from({ length: 8 }, (_, threadIndex) => {
    const x = 850 + threadIndex * 52
    return `M${x} ${height + 20}c30-90-30-180 0-270s-30-180 0-270 ${threadIndex % 2 ? -20 : 20}-120 0-150`
  }).join('')
  const weftPath = Array.from({ length: 5 }, (_, threadIndex) => {
    const y = 392 + threadIndex * 52
    const bendHeight = threadIndex % 2 ? 22 : -22
    return `M620 ${y}q32 ${bendHeight} 64 0${'t64 0'.repeat(9)}`
  }).join('')
  const tileElement = withTile
    ? `<rect x="${EDGE_WIDTH}" y="${EDGE_WIDTH}" width="${TILE_SIZE}" height="${TILE_SIZE}" rx="19" fill="${text}" fill-opacity=".14" stroke="${text}" stroke-opacity=".4" stroke-width="2"/>`
    : ''
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><linearGradient id="f"><stop stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#fff" stop-opacity=".2"/><stop offset="1" stop-color="#fff"/></linearGradient><mask id="m"><path fill="url(#f)" d="M860 0h340v630H860z"/></mask></defs><path fill="url(#g)" d="M0 0h${width}v${height}H0z"/><g mask="url(#m)" fill="none" stroke="${text}"><path stroke-opacity=".16" stroke-width="10" d="${warpPath}"/><path stroke-opacity=".34" stroke-width="3" d="${weftPath}"/></g>${tileElement}</svg>`,
  )
}

/**
 * The image for shared links: the workspace's colors, its name and its heading, in bundled fonts.
 * @returns a PNG of 1200 × 630
 */
export async function drawSocialImage(
  workspace: PublicWorkspace,
  visitorTexts: VisitorTexts,
): Promise<Buffer<ArrayBuffer>> {
  // Loaded with the first picture: most processes never draw one.
  const { default: sharp } = await import('sharp')
  const { text: color } = socialImageColors(workspace)
  const drawableExcerpt = (fullText: string, maxLength: number) => {
    const shownText = excerpt(removePictographs(fullText), maxLength)
    return isDrawable(shownText) ? shownText : ''
  }
  const shownName = drawableExcerpt(workspace.name, MAX_LENGTHS.name)
  const shownInitial = isDrawable(initialOf(workspace)) ? initialOf(workspace) : ''
  const shownHeading = drawableExcerpt(headingOf(workspace, visitorTexts), MAX_LENGTHS.heading)
  const tileMiddle = EDGE_WIDTH + TILE_SIZE / 2
  const textLines: TextLine[] = [
    { text: shownInitial, size: 40, left: EDGE_WIDTH + TILE_SIZE / 2, top: tileMiddle, color, centered: true },
    { text: shownName, size: 36, left: EDGE_WIDTH + (shownInitial ? TILE_SIZE + 24 : 0), top: tileMiddle - 19, color },
  ]

  async function drawLine({
    text,
    size,
    left,
    top,
    color,
    opacity = 1,
    centered = false,
  }: TextLine): Promise<OverlayOptions> {
    const pangoMarkup = `<span foreground="${color}" alpha="${Math.round(opacity * 100)}%">${escapeHtml(text)}</span>`
    const fontDescription = `${FONT_FAMILY} ${size}`
    const [extended = '', basic = ''] = FONT_FILES.map((fileName) => path.join(FONT_DIRECTORY, fileName))
    // A font file stays known once it was named; the letters of both are needed.
    await sharp({ text: { text: '.', font: fontDescription, fontfile: extended, dpi: IMAGE_DPI } })
      .raw()
      .toBuffer()
    const { data, info } = await sharp({
      text: {
        text: pangoMarkup,
        font: fontDescription,
        fontfile: basic,
        rgba: true,
        width: WORDS_WIDTH,
        wrap: 'word-char',
        dpi: IMAGE_DPI,
        spacing: Math.round(size * 0.12),
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    if (centered)
      return { input: data, left: Math.round(left - info.width / 2), top: Math.round(top - info.height / 2) }
    return { input: data, left, top: Math.round(top) }
  }

  const overlays: OverlayOptions[] = []
  for (const textLine of textLines) if (textLine.text) overlays.push(await drawLine(textLine))
  const callToAction = drawableExcerpt(callToActionOf(workspace, visitorTexts), MAX_LENGTHS.callToAction)
  let bottomEdge = SOCIAL_IMAGE.height - EDGE_WIDTH
  // Set from the bottom up, however many lines they take.
  for (const textBlock of [
    { text: callToAction, size: 34, gap: 30, opacity: 0.85 },
    { text: shownHeading, size: shownHeading.length > 40 ? 64 : 80, gap: 0, opacity: 1 },
  ]) {
    if (!textBlock.text) continue
    const overlay = await drawLine({ ...textBlock, left: EDGE_WIDTH, top: 0, color })
    const { width = 0, height = 0 } = await sharp(overlay.input as Buffer).metadata()
    // Long words are cut at the width of the name.
    const shownHeight = Math.min(height, bottomEdge - EDGE_WIDTH - TILE_SIZE - 24)
    if (shownHeight <= 0) break
    bottomEdge -= shownHeight
    const croppedImage = await sharp(overlay.input as Buffer)
      .extract({ left: 0, top: 0, width, height: shownHeight })
      .toBuffer()
    overlays.push({ ...overlay, input: croppedImage, top: bottomEdge })
    bottomEdge -= textBlock.gap
  }
  const imageBytes = await sharp(drawBackground(workspace, shownInitial !== ''))
    .composite(overlays)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return Buffer.from(imageBytes)
}
