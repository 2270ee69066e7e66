import { contrast, parseColor, type Rgb, toHex, toOklch, withContrast } from '../../../kernel/color.ts'
import type { PublicWorkspace } from '../../workspaces/contract.ts'

export const INK: Rgb = [18, 38, 46]
export const WHITE: Rgb = [255, 255, 255]
const BLACK_RGB: Rgb = [0, 0, 0]
/** The two backgrounds of the page in sRGB; the accent must contrast with both. */
export const PAPER: Rgb = [252, 251, 248]
export const NIGHT: Rgb = [16, 24, 28]
const LIGHT_GRAY: Rgb = [222, 230, 233]
/** Minimum contrast by WCAG 2.2 AA: 4.5 for text, 3 for shapes such as buttons. */
export const TEXT_CONTRAST = 4.5
export const SHAPE_CONTRAST = 3
/** Chroma below which a color counts as gray: a gray of another lightness keeps nothing of a brand. */
const GRAY_CHROMA = 0.02

/** Returns `preferred` if it is readable on `background`; otherwise the first readable one of white, ink and black. */
export const readableOn = (background: Rgb, preferred: Rgb): Rgb =>
  [preferred, WHITE, INK].find((textColor) => contrast(background, textColor) >= TEXT_CONTRAST) ?? BLACK_RGB

/** Returns the closest color that reaches the contrast; a gray that does not becomes ink or near-white. */
function withMinContrast(color: Rgb, background: Rgb, minContrast: number): Rgb {
  if (contrast(color, background) >= minContrast) return color
  if (toOklch(color)[1] < GRAY_CHROMA) return background === PAPER ? INK : LIGHT_GRAY
  return withContrast(color, background, minContrast)
}

/** A color on light and on dark pages. */
export interface ColorPair {
  light: Rgb
  dark: Rgb
}

export interface AccentPalette {
  /** Buttons and chosen chips, and the text on them. */
  brand: ColorPair
  onBrand: ColorPair
  link: ColorPair
}

/** Derives the colors of both schemes from one accent. @param preferredText text color of buttons, if it is readable */
export function accentPalette(accentColor: Rgb, preferredText: Rgb): AccentPalette {
  const buttonColors = {
    light: withMinContrast(accentColor, PAPER, SHAPE_CONTRAST),
    dark: withMinContrast(accentColor, NIGHT, SHAPE_CONTRAST),
  }
  return {
    brand: buttonColors,
    onBrand: {
      light: readableOn(buttonColors.light, preferredText),
      dark: readableOn(buttonColors.dark, preferredText),
    },
    link: {
      light: withMinContrast(accentColor, PAPER, TEXT_CONTRAST),
      dark: withMinContrast(accentColor, NIGHT, TEXT_CONTRAST),
    },
  }
}

/** A color that the page shows instead of the chosen one, and why. */
export interface ColorChange {
  part: string
  from: string
  to: string
  /** Contrast of the chosen color, and the contrast it needs. */
  ratio: number
  needed: number
}

/** Everything that the contrast rules change about an accent; empty when it is shown as chosen. */
export function accentChanges(accentColor: string | null): ColorChange[] {
  const accentRgb = parseColor(accentColor)
  if (!accentRgb) return []
  const { brand, link } = accentPalette(accentRgb, WHITE)
  const contrastChecks = [
    { part: 'Buttons on light pages', background: PAPER, shown: brand.light, needed: SHAPE_CONTRAST },
    { part: 'Links on light pages', background: PAPER, shown: link.light, needed: TEXT_CONTRAST },
    { part: 'Buttons on dark pages', background: NIGHT, shown: brand.dark, needed: SHAPE_CONTRAST },
    { part: 'Links on dark pages', background: NIGHT, shown: link.dark, needed: TEXT_CONTRAST },
  ]
  return contrastChecks
    .filter(({ shown }) => toHex(shown) !== toHex(accentRgb))
    .map(({ part, background, shown, needed }) => ({
      part,
      from: toHex(accentRgb),
      to: toHex(shown),
      ratio: contrast(accentRgb, background),
      needed,
    }))
}

/** Lightness and chroma by day and by night of the tokens that a neutral tints: those of src/web/styles/tokens.css. */
const NEUTRAL_TOKEN_SHADES: Record<string, readonly [dayL: number, dayC: number, nightL: number, nightC: number]> = {
  sunken: [0.966, 0.007, 0.178, 0.014],
  paper: [0.986, 0.004, 0.205, 0.016],
  surface: [0.998, 0.002, 0.236, 0.018],
  raised: [1, 0, 0.27, 0.02],
  ink: [0.25, 0.032, 0.95, 0.007],
  'ink-soft': [0.43, 0.024, 0.79, 0.011],
  'ink-faint': [0.525, 0.02, 0.69, 0.014],
  line: [0.912, 0.008, 0.32, 0.018],
  'line-strong': [0.855, 0.011, 0.4, 0.02],
  control: [0.645, 0.018, 0.57, 0.018],
}
const NEUTRAL_TINTS: Record<Exclude<PublicWorkspace['neutral'], 'warm'>, { hue: number; chroma: number }> = {
  plain: { hue: 0, chroma: 0 },
  cool: { hue: 258, chroma: 1 },
  green: { hue: 150, chroma: 1 },
}

/** Backgrounds, texts and lines in another tint; none for the default, whose tokens the style sheet has. */
export function neutralTokens(neutralName: PublicWorkspace['neutral']): Record<string, string> {
  const neutralTint = Object.hasOwn(NEUTRAL_TINTS, neutralName)
    ? NEUTRAL_TINTS[neutralName as keyof typeof NEUTRAL_TINTS]
    : null
  if (!neutralTint) return {}
  const tintedColor = (lightness: number, chroma: number) =>
    `oklch(${lightness} ${Math.round(chroma * neutralTint.chroma * 1000) / 1000} ${neutralTint.hue})`
  return Object.fromEntries(
    Object.entries(NEUTRAL_TOKEN_SHADES).map(([name, [dayL, dayC, nightL, nightC]]) => [
      `--color-${name}`,
      `light-dark(${tintedColor(dayL, dayC)},${tintedColor(nightL, nightC)})`,
    ]),
  )
}
