import { contrast, parseColor, type Rgb, toHex } from '../../../kernel/color.ts'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import type { PublicWorkspace } from '../../workspaces/contract.ts'
import type { VisitorTexts } from '../contract.ts'
import { brandFontStyle } from './brand-fonts.ts'
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
const DEFAULT_TEXT_COLOR = '#ffffff'
const DEFAULT_BACKGROUND = '#1f2937'
const DEFAULT_GRADIENT_END = '#374151'

const CSS_GRADIENT_DIRECTIONS: Record<PublicWorkspace['header_bg_gradient_direction'], string> = {
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
const RADIUS_FACTORS: Record<PublicWorkspace['corners'], string> = { square: '0', small: '.4', soft: '1', round: '1.7' }

const PRESET_IMAGE_PREFIX = '/header-presets/'
/** As thin as leaves white text readable on the brightest of them. */
export const VEIL_OVER_PRESETS = '#0b171c7a'

type WorkspaceBranding = Pick<
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

const parseColorOr = (storedColor: string | null, fallbackColor: string): Rgb =>
  parseColor(storedColor) ?? (parseColor(fallbackColor) as Rgb)

/** Color of the header; of a gradient, its start. */
const headerBackgroundColor = (workspace: WorkspaceBranding): Rgb =>
  parseColorOr(
    workspace.header_bg_type === 'gradient' ? workspace.header_bg_gradient_from : workspace.header_bg_color,
    DEFAULT_BACKGROUND,
  )

/** Backgrounds of the header's text: its color, or both ends of its gradient; an image has its veil. */
function headerTextBackgrounds(workspace: WorkspaceBranding): Rgb[] {
  if (workspace.header_bg_type === 'image' && assetAddress(workspace.header_bg_image_url)) return []
  return workspace.header_bg_type === 'gradient'
    ? [headerBackgroundColor(workspace), parseColorOr(workspace.header_bg_gradient_to, DEFAULT_GRADIENT_END)]
    : [headerBackgroundColor(workspace)]
}

/** The chosen text color of the header, or white or ink when it would be unreadable. */
function headerTextColor(workspace: WorkspaceBranding): Rgb {
  const chosenColor = parseColorOr(workspace.header_text_color, DEFAULT_TEXT_COLOR)
  const backgrounds = headerTextBackgrounds(workspace)
  const lowestContrast = (textColor: Rgb) =>
    Math.min(...backgrounds.map((background) => contrast(background, textColor)))
  if (lowestContrast(chosenColor) >= SHAPE_CONTRAST) return chosenColor
  return lowestContrast(WHITE) >= lowestContrast(INK) ? WHITE : INK
}

function headerImage(workspace: WorkspaceBranding, textColor: Rgb): string {
  if (workspace.header_bg_type === 'gradient') {
    const gradientStart = toHex(parseColorOr(workspace.header_bg_gradient_from, DEFAULT_BACKGROUND))
    const gradientEnd = toHex(parseColorOr(workspace.header_bg_gradient_to, DEFAULT_GRADIENT_END))
    return `linear-gradient(${CSS_GRADIENT_DIRECTIONS[workspace.header_bg_gradient_direction] ?? 'to right'},${gradientStart},${gradientEnd})`
  }
  const imageAddress = workspace.header_bg_type === 'image' ? assetAddress(workspace.header_bg_image_url) : null
  if (!imageAddress) return 'none'
  // A veil of the opposite lightness keeps text readable on any image; the built-in images are dark.
  const hasLightText = contrast(textColor, INK) >= contrast(textColor, WHITE)
  const veilColor = hasLightText
    ? imageAddress.startsWith(PRESET_IMAGE_PREFIX)
      ? VEIL_OVER_PRESETS
      : '#0b171ca6'
    : '#ffffffb8'
  return `linear-gradient(${veilColor},${veilColor}),url("${imageAddress}")`
}

/**
 * Returns a workspace's branding as CSS custom properties. Every value is rebuilt from parsed parts, so no stored text
 * reaches the style sheet unchanged; invalid values are replaced by the default.
 */
export function brandTokens(workspace: WorkspaceBranding): Record<string, string> {
  const textColor = headerTextColor(workspace)
  const backgroundColor = headerBackgroundColor(workspace)
  const accentColor = parseColor(workspace.accent_color)
  const { brand, onBrand, link } = accentPalette(accentColor ?? backgroundColor, accentColor ? WHITE : textColor)
  const lightDarkColor = ({ light, dark }: ColorPair) => `light-dark(${toHex(light)},${toHex(dark)})`
  return {
    '--head-text': toHex(textColor),
    '--head-bg': toHex(backgroundColor),
    '--head-image': headerImage(workspace, textColor),
    '--brand': lightDarkColor(brand),
    '--on-brand': lightDarkColor(onBrand),
    ...(accentColor && { '--color-link': lightDarkColor(link), '--color-focus': lightDarkColor(link) }),
    ...neutralTokens(workspace.neutral ?? 'warm'),
    ...(workspace.corners && workspace.corners !== 'soft' && { '--round': RADIUS_FACTORS[workspace.corners] ?? '1' }),
  }
}

/** True where the header is dark, so that a logo for dark backgrounds fits. */
export const isDarkHeader = (workspace: WorkspaceBranding): boolean => {
  const textColor = headerTextColor(workspace)
  return contrast(textColor, INK) >= contrast(textColor, WHITE)
}

/** Color that matches the page for the button on other sites: the accent, else the header's. */
export const launcherColor = (workspace: WorkspaceBranding): string =>
  toHex(parseColor(workspace.accent_color) ?? headerBackgroundColor(workspace))

/** Start and end of a gradient as fractions of the image. */
const GRADIENT_VECTORS: Record<string, readonly [x1: number, y1: number, x2: number, y2: number]> = {
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
export function socialImageColors(workspace: WorkspaceBranding): {
  text: string
  from: string
  to: string
  ends: readonly number[]
} {
  const startColor = headerBackgroundColor(workspace)
  const endColor =
    workspace.header_bg_type === 'gradient'
      ? parseColorOr(workspace.header_bg_gradient_to, DEFAULT_GRADIENT_END)
      : startColor
  const gradientVector = GRADIENT_VECTORS[workspace.header_bg_gradient_direction] ?? [0, 0, 1, 0]
  return {
    text: toHex(readableOn(startColor, parseColorOr(workspace.header_text_color, DEFAULT_TEXT_COLOR))),
    from: toHex(startColor),
    to: toHex(endColor),
    ends: gradientVector,
  }
}

/** The tokens as a style sheet for the whole document, then the owner's own rules, which were sanitized when stored. */
export function brandStyle(workspace: WorkspaceBranding): string {
  const { faces, token } = brandFontStyle(workspace.font ?? 'system')
  const cssTokens = { ...brandTokens(workspace), ...token }
  const tokenDeclarations = Object.entries(cssTokens).map(([name, value]) => `${name}:${value}`)
  return `${faces}:root{${tokenDeclarations.join(';')}}${workspace.custom_css ?? ''}`
}

/** The first letter of the name, capital; '' for a name without any. */
export const initialOf = ({ name }: Pick<PublicWorkspace, 'name'>): string => [...name.trim()][0]?.toUpperCase() ?? ''

/** Favicon of a workspace without a logo: its initial on its color, as a data URL. */
export function monogramIcon(workspace: WorkspaceBranding & Pick<PublicWorkspace, 'name'>): string {
  const backgroundColor = parseColor(workspace.accent_color) ?? headerBackgroundColor(workspace)
  const textColor = toHex(readableOn(backgroundColor, parseColorOr(workspace.header_text_color, DEFAULT_TEXT_COLOR)))
  const initialLetter = escapeHtml(initialOf(workspace))
  const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${toHex(backgroundColor)}"/><text x="16" y="22" font-family="sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${textColor}">${initialLetter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(iconSvg)}`
}

export interface BrandLink {
  label: string
  href: string
}

/** The social links that lead somewhere, in the specified order. */
export function socialLinks(
  workspace: Pick<PublicWorkspace, 'social_twitter' | 'social_facebook' | 'social_linkedin'>,
): BrandLink[] {
  const brandLinks = [
    { label: 'Twitter', href: webAddress(workspace.social_twitter) },
    { label: 'Facebook', href: webAddress(workspace.social_facebook) },
    { label: 'LinkedIn', href: webAddress(workspace.social_linkedin) },
  ]
  return brandLinks.filter((brandLink): brandLink is BrandLink => brandLink.href !== null)
}

/** The workspace's heading, else the default one. */
export const headingOf = (
  workspace: Pick<PublicWorkspace, 'widget_heading'>,
  visitorTexts: Pick<VisitorTexts, 'heading'>,
): string => workspace.widget_heading?.trim() || visitorTexts.heading

export const callToActionOf = (
  workspace: Pick<PublicWorkspace, 'widget_call_to_action'>,
  visitorTexts: Pick<VisitorTexts, 'callToAction'>,
): string => workspace.widget_call_to_action?.trim() || visitorTexts.callToAction
