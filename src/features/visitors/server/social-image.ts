import path from 'node:path'
import type { OverlayOptions } from 'sharp'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import { excerpt } from '../../../kernel/text.ts'
import { inProgram } from '../../../platform/program/index.ts'
import type { PublicWorkspace } from '../../workspaces/contract.ts'
import type { VisitorTexts } from '../contract.ts'
import { callToActionOf, headingOf, initialOf, pictureColors } from '../domain/branding.ts'

export const SOCIAL_IMAGE = { width: 1200, height: 630 }

const EDGE = 88
/** Words end where the threads begin. */
const WORDS_WIDTH = 790
const TILE = 76
const FONTS = inProgram('src/features/visitors/server/fonts')
/** The family's whole name; the comma keeps Pango from taking its last word for a weight. */
const FAMILY = 'Instrument Sans SemiBold,'
const FONT_FILES = ['instrument-sans-latin-ext-600.ttf', 'instrument-sans-latin-600.ttf']
const LONGEST = { name: 40, heading: 80, callToAction: 110 }
/** Points are pixels at this resolution. */
const DPI = 72

/** Our own letters are Latin: words in other scripts are left out rather than drawn as boxes. */
const drawable = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.length > 0 && letters.every((letter) => /\p{Script=Latin}/u.test(letter))
}
const withoutPictures = (text: string): string => text.replace(/\p{Extended_Pictographic}|\ufe0f/gu, '').trim()

interface Line {
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
function ground(w: PublicWorkspace, withTile: boolean): Buffer {
  const { text, from, to, ends } = pictureColors(w)
  const { width, height } = SOCIAL_IMAGE
  const [x1, y1, x2, y2] = ends
  const threads = Array.from({ length: 8 }, (_, index) => {
    const x = 850 + index * 52
    return `M${x} ${height + 20}c30-90-30-180 0-270s-30-180 0-270 ${index % 2 ? -20 : 20}-120 0-150`
  }).join('')
  const weft = Array.from({ length: 5 }, (_, index) => {
    const y = 392 + index * 52
    const bend = index % 2 ? 22 : -22
    return `M620 ${y}q32 ${bend} 64 0${'t64 0'.repeat(9)}`
  }).join('')
  const tile = withTile
    ? `<rect x="${EDGE}" y="${EDGE}" width="${TILE}" height="${TILE}" rx="19" fill="${text}" fill-opacity=".14" stroke="${text}" stroke-opacity=".4" stroke-width="2"/>`
    : ''
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><linearGradient id="f"><stop stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#fff" stop-opacity=".2"/><stop offset="1" stop-color="#fff"/></linearGradient><mask id="m"><path fill="url(#f)" d="M860 0h340v630H860z"/></mask></defs><path fill="url(#g)" d="M0 0h${width}v${height}H0z"/><g mask="url(#m)" fill="none" stroke="${text}"><path stroke-opacity=".16" stroke-width="10" d="${threads}"/><path stroke-opacity=".34" stroke-width="3" d="${weft}"/></g>${tile}</svg>`,
  )
}

/**
 * The image for shared links: the workspace's colors, its name and its heading, in bundled fonts.
 * @returns a PNG of 1200 × 630
 */
export async function socialImage(w: PublicWorkspace, texts: VisitorTexts): Promise<Buffer<ArrayBuffer>> {
  // Loaded with the first picture: most processes never draw one.
  const { default: sharp } = await import('sharp')
  const { text: color } = pictureColors(w)
  const words = (text: string, most: number) => {
    const shownText = excerpt(withoutPictures(text), most)
    return drawable(shownText) ? shownText : ''
  }
  const name = words(w.name, LONGEST.name)
  const initial = drawable(initialOf(w)) ? initialOf(w) : ''
  const heading = words(headingOf(w, texts), LONGEST.heading)
  const middle = EDGE + TILE / 2
  const lines: Line[] = [
    { text: initial, size: 40, left: EDGE + TILE / 2, top: middle, color, centered: true },
    { text: name, size: 36, left: EDGE + (initial ? TILE + 24 : 0), top: middle - 19, color },
  ]

  async function drawn({ text, size, left, top, color, opacity = 1, centered = false }: Line): Promise<OverlayOptions> {
    const markup = `<span foreground="${color}" alpha="${Math.round(opacity * 100)}%">${escapeHtml(text)}</span>`
    const font = `${FAMILY} ${size}`
    const [extended = '', basic = ''] = FONT_FILES.map((file) => path.join(FONTS, file))
    // A font file stays known once it was named; the letters of both are needed.
    await sharp({ text: { text: '.', font, fontfile: extended, dpi: DPI } })
      .raw()
      .toBuffer()
    const { data, info } = await sharp({
      text: {
        text: markup,
        font,
        fontfile: basic,
        rgba: true,
        width: WORDS_WIDTH,
        wrap: 'word-char',
        dpi: DPI,
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
  for (const line of lines) if (line.text) overlays.push(await drawn(line))
  const callToAction = words(callToActionOf(w, texts), LONGEST.callToAction)
  let bottom = SOCIAL_IMAGE.height - EDGE
  // Set from the bottom up, however many lines they take.
  for (const line of [
    { text: callToAction, size: 34, gap: 30, opacity: 0.85 },
    { text: heading, size: heading.length > 40 ? 64 : 80, gap: 0, opacity: 1 },
  ]) {
    if (!line.text) continue
    const overlay = await drawn({ ...line, left: EDGE, top: 0, color })
    const { width = 0, height = 0 } = await sharp(overlay.input as Buffer).metadata()
    // Long words are cut at the width of the name.
    const room = Math.min(height, bottom - EDGE - TILE - 24)
    if (room <= 0) break
    bottom -= room
    const input = await sharp(overlay.input as Buffer)
      .extract({ left: 0, top: 0, width, height: room })
      .toBuffer()
    overlays.push({ ...overlay, input, top: bottom })
    bottom -= line.gap
  }
  const png = await sharp(ground(w, initial !== ''))
    .composite(overlays)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return Buffer.from(png)
}
