import { contrast, parseColor, type Rgb, toHex } from '../../../kernel/color.ts'
import type { Appearance } from '../contract.ts'

/** Fields that affect the contrast of a header. */
export type HeaderLook = Pick<
  Appearance,
  | 'header_text_color'
  | 'header_bg_type'
  | 'header_bg_color'
  | 'header_bg_image_url'
  | 'header_bg_gradient_from'
  | 'header_bg_gradient_to'
>

export interface ContrastFix {
  label: string
  values: Partial<HeaderLook>
}

export interface ContrastProblem {
  ratio: number
  fix: ContrastFix
  /** Text that visitors see instead of the chosen color; null when they see that. */
  shownText: 'white' | 'dark' | null
}

/** WCAG 2.2 AA for text. */
export const TEXT_CONTRAST = 4.5
/** Contrast below which the pages for visitors replace the text color. */
const REPLACED_BELOW = 3

const INK_COLOR: Rgb = [18, 38, 46]
const WHITE_COLOR: Rgb = [255, 255, 255]
const DARKENING_STEPS = 40

const BACKGROUND_FIELDS = {
  color: ['header_bg_color'],
  gradient: ['header_bg_gradient_from', 'header_bg_gradient_to'],
} as const

/** `color` as much nearer to black as white text on it needs. */
function darkenForWhiteText(color: Rgb): Rgb {
  for (let step = 0; step <= DARKENING_STEPS; step++) {
    const [r, g, b] = color.map((channelValue) => Math.round(channelValue * (1 - step / DARKENING_STEPS))) as [
      number,
      number,
      number,
    ]
    if (contrast([r, g, b], WHITE_COLOR) >= TEXT_CONTRAST) return [r, g, b]
  }
  return [0, 0, 0]
}

/**
 * Returns the contrast of the header's text and the smallest change that makes it readable. Null when it is readable,
 * and when it cannot be computed: on an image, which gets a veil, and while a color is incomplete.
 */
export function contrastProblem(headerLook: HeaderLook): ContrastProblem | null {
  if (headerLook.header_bg_type === 'image' && headerLook.header_bg_image_url) return null
  const backgroundFields = BACKGROUND_FIELDS[headerLook.header_bg_type === 'gradient' ? 'gradient' : 'color']
  const textColor = parseColor(headerLook.header_text_color)
  const backgrounds = backgroundFields
    .map((fieldName) => parseColor(headerLook[fieldName]))
    .filter((background) => background !== null)
  if (!textColor || backgrounds.length < backgroundFields.length) return null
  const lowestContrast = (candidateColor: Rgb) =>
    Math.min(...backgrounds.map((background) => contrast(background, candidateColor)))
  const contrastRatio = lowestContrast(textColor)
  if (contrastRatio >= TEXT_CONTRAST) return null
  const best =
    lowestContrast(WHITE_COLOR) >= lowestContrast(INK_COLOR)
      ? ({ text: 'white', color: WHITE_COLOR } as const)
      : ({ text: 'dark', color: INK_COLOR } as const)
  const problem = { ratio: contrastRatio, shownText: contrastRatio < REPLACED_BELOW ? best.text : null }
  if (lowestContrast(best.color) >= TEXT_CONTRAST) {
    const fix = { label: `Use ${best.text} text`, values: { header_text_color: toHex(best.color) } }
    return { ...problem, fix }
  }
  // No single text color is readable on both ends of the gradient: the ends have to be more similar.
  const fixedValues: Partial<HeaderLook> = { header_text_color: toHex(WHITE_COLOR) }
  for (const [index, name] of backgroundFields.entries())
    fixedValues[name] = toHex(darkenForWhiteText(backgrounds[index] ?? WHITE_COLOR))
  return { ...problem, fix: { label: 'Use white text on a darker background', values: fixedValues } }
}
