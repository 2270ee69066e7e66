import { contrast, parseColor, type Rgb, toHex } from '../../../kernel/color.ts'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import type { PublicWorkspace } from '../../workspaces/contract.ts'
import type { VisitorTexts } from '../contract.ts'
import { fontStyle } from './brand-fonts.ts'
import {
  accentPalette,
  type ColorPair,
  INK,
  neutralTokens,
  readableOn,
  SHAPE_CONTRAST,
  WHITE,
} from './brand-palette.ts'
import { assetAddress, webAddress } from './web-address.ts'

/** The specified defaults, also used in place of invalid colors. */
const TEXT = '#ffffff'
const BACKGROUND = '#1f2937'
const GRADIENT_TO = '#374151'

const DIRECTIONS: Record<PublicWorkspace['header_bg_gradient_direction'], string> = {
  'to-r': 'to right',
  'to-l': 'to left',
  'to-t': 'to top',
  'to-b': 'to bottom',
  'to-tr': 'to top right',
  'to-tl': 'to top left',
  'to-br': 'to bottom right',
  'to-bl': 'to bottom left',
}

/** Factor of all radii. */
const ROUNDNESS: Record<PublicWorkspace['corners'], string> = { square: '0', soft: '1', round: '1.7' }

const PRESETS = '/header-presets/'
/** As thin as leaves white text readable on the brightest of them. */
export const VEIL_OVER_PRESETS = '#0b171c7a'

type Branding = Pick<
  PublicWorkspace,
  | 'header_text_color'
  | 'header_bg_type'
  | 'header_bg_color'
  | 'header_bg_image_url'
  | 'header_bg_gradient_from'
  | 'header_bg_gradient_to'
  | 'header_bg_gradient_direction'
> &
  Partial<Pick<PublicWorkspace, 'accent_color' | 'neutral' | 'corners' | 'font' | 'custom_css'>>

const colorOr = (text: string | null, fallback: string): Rgb => parseColor(text) ?? (parseColor(fallback) as Rgb)

/** Color of the header; of a gradient, its start. */
const groundOf = (workspace: Branding): Rgb =>
  colorOr(
    workspace.header_bg_type === 'gradient' ? workspace.header_bg_gradient_from : workspace.header_bg_color,
    BACKGROUND,
  )

/** Backgrounds of the header's text: its color, or both ends of its gradient; an image has its veil. */
function groundsOf(workspace: Branding): Rgb[] {
  if (workspace.header_bg_type === 'image' && assetAddress(workspace.header_bg_image_url)) return []
  return workspace.header_bg_type === 'gradient'
    ? [groundOf(workspace), colorOr(workspace.header_bg_gradient_to, GRADIENT_TO)]
    : [groundOf(workspace)]
}

/** The chosen text color of the header, or white or ink when it would be unreadable. */
function headerText(workspace: Branding): Rgb {
  const chosen = colorOr(workspace.header_text_color, TEXT)
  const grounds = groundsOf(workspace)
  const worst = (text: Rgb) => Math.min(...grounds.map((ground) => contrast(ground, text)))
  if (worst(chosen) >= SHAPE_CONTRAST) return chosen
  return worst(WHITE) >= worst(INK) ? WHITE : INK
}

function headerImage(workspace: Branding, text: Rgb): string {
  if (workspace.header_bg_type === 'gradient') {
    const from = toHex(colorOr(workspace.header_bg_gradient_from, BACKGROUND))
    const to = toHex(colorOr(workspace.header_bg_gradient_to, GRADIENT_TO))
    return `linear-gradient(${DIRECTIONS[workspace.header_bg_gradient_direction] ?? 'to right'},${from},${to})`
  }
  const image = workspace.header_bg_type === 'image' ? assetAddress(workspace.header_bg_image_url) : null
  if (!image) return 'none'
  // A veil of the opposite lightness keeps text readable on any image; the built-in images are dark.
  const light = contrast(text, INK) >= contrast(text, WHITE)
  const veil = light ? (image.startsWith(PRESETS) ? VEIL_OVER_PRESETS : '#0b171ca6') : '#ffffffb8'
  return `linear-gradient(${veil},${veil}),url("${image}")`
}

/**
 * Returns a workspace's branding as CSS custom properties. Every value is rebuilt from parsed parts, so no stored text
 * reaches the style sheet unchanged; invalid values are replaced by the default.
 */
export function brandTokens(workspace: Branding): Record<string, string> {
  const text = headerText(workspace)
  const ground = groundOf(workspace)
  const accent = parseColor(workspace.accent_color)
  const { brand, onBrand, link } = accentPalette(accent ?? ground, accent ? WHITE : text)
  const pair = ({ light, dark }: ColorPair) => `light-dark(${toHex(light)},${toHex(dark)})`
  return {
    '--head-text': toHex(text),
    '--head-bg': toHex(ground),
    '--head-image': headerImage(workspace, text),
    '--brand': pair(brand),
    '--on-brand': pair(onBrand),
    ...(accent && { '--color-link': pair(link), '--color-focus': pair(link) }),
    ...neutralTokens(workspace.neutral ?? 'warm'),
    ...(workspace.corners && workspace.corners !== 'soft' && { '--round': ROUNDNESS[workspace.corners] ?? '1' }),
  }
}

/** True where the header is dark, so that a logo for dark backgrounds fits. */
export const isDarkHeader = (workspace: Branding): boolean => {
  const text = headerText(workspace)
  return contrast(text, INK) >= contrast(text, WHITE)
}

/** Color that matches the page for the button on other sites: the accent, else the header's. */
export const launcherColor = (workspace: Branding): string =>
  toHex(parseColor(workspace.accent_color) ?? groundOf(workspace))

/** Start and end of a gradient as fractions of the image. */
const ENDS: Record<string, readonly [x1: number, y1: number, x2: number, y2: number]> = {
  'to-r': [0, 0, 1, 0],
  'to-l': [1, 0, 0, 0],
  'to-t': [0, 1, 0, 0],
  'to-b': [0, 0, 0, 1],
  'to-tr': [0, 1, 1, 0],
  'to-tl': [1, 1, 0, 0],
  'to-br': [0, 0, 1, 1],
  'to-bl': [1, 0, 0, 1],
}

/** Colors of the header for an image of it: the same color twice when there is no gradient. */
export function pictureColors(workspace: Branding): {
  text: string
  from: string
  to: string
  ends: readonly number[]
} {
  const from = groundOf(workspace)
  const to = workspace.header_bg_type === 'gradient' ? colorOr(workspace.header_bg_gradient_to, GRADIENT_TO) : from
  const ends = ENDS[workspace.header_bg_gradient_direction] ?? [0, 0, 1, 0]
  return {
    text: toHex(readableOn(from, colorOr(workspace.header_text_color, TEXT))),
    from: toHex(from),
    to: toHex(to),
    ends,
  }
}

/** The tokens as a style sheet for the whole document, then the owner's own rules, which were sanitized when stored. */
export function brandStyle(workspace: Branding): string {
  const { faces, token } = fontStyle(workspace.font ?? 'system')
  const tokens = { ...brandTokens(workspace), ...token }
  const declarations = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  return `${faces}:root{${declarations.join(';')}}${workspace.custom_css ?? ''}`
}

/** The first letter of the name, capital; '' for a name without any. */
export const initialOf = ({ name }: Pick<PublicWorkspace, 'name'>): string => [...name.trim()][0]?.toUpperCase() ?? ''

/** Favicon of a workspace without a logo: its initial on its color, as a data URL. */
export function monogramIcon(w: Branding & Pick<PublicWorkspace, 'name'>): string {
  const ground = parseColor(w.accent_color) ?? groundOf(w)
  const text = toHex(readableOn(ground, colorOr(w.header_text_color, TEXT)))
  const letter = escapeHtml(initialOf(w))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${toHex(ground)}"/><text x="16" y="22" font-family="sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${text}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export interface BrandLink {
  label: string
  href: string
}

/** The social links that lead somewhere, in the specified order. */
export function socialLinks(
  workspace: Pick<PublicWorkspace, 'social_twitter' | 'social_facebook' | 'social_linkedin'>,
): BrandLink[] {
  const links = [
    { label: 'Twitter', href: webAddress(workspace.social_twitter) },
    { label: 'Facebook', href: webAddress(workspace.social_facebook) },
    { label: 'LinkedIn', href: webAddress(workspace.social_linkedin) },
  ]
  return links.filter((link): link is BrandLink => link.href !== null)
}

/** The workspace's heading, else the default one. */
export const headingOf = (
  workspace: Pick<PublicWorkspace, 'widget_heading'>,
  texts: Pick<VisitorTexts, 'heading'>,
): string => workspace.widget_heading?.trim() || texts.heading

export const callToActionOf = (
  workspace: Pick<PublicWorkspace, 'widget_call_to_action'>,
  texts: Pick<VisitorTexts, 'callToAction'>,
): string => workspace.widget_call_to_action?.trim() || texts.callToAction
