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

/** WCAG 2.2 AA for text. */
export const TEXT_CONTRAST = 4.5

const INK: Rgb = [18, 38, 46]
const WHITE: Rgb = [255, 255, 255]
const STEPS = 40

const GROUNDS = {
  color: ['header_bg_color'],
  gradient: ['header_bg_gradient_from', 'header_bg_gradient_to'],
} as const

/** `color` as much nearer to black as white text on it needs. */
function darkened(color: Rgb): Rgb {
  for (let step = 0; step <= STEPS; step++) {
    const [r, g, b] = color.map((part) => Math.round(part * (1 - step / STEPS))) as [number, number, number]
    if (contrast([r, g, b], WHITE) >= TEXT_CONTRAST) return [r, g, b]
  }
  return [0, 0, 0]
}

/**
 * Returns the contrast of the header's text and the smallest change that makes it readable. Null when it is readable,
 * and when it cannot be computed: on an image, which gets a veil, and while a color is incomplete.
 */
export function contrastProblem(look: HeaderLook): { ratio: number; fix: ContrastFix } | null {
  if (look.header_bg_type === 'image' && look.header_bg_image_url) return null
  const names = GROUNDS[look.header_bg_type === 'gradient' ? 'gradient' : 'color']
  const text = parseColor(look.header_text_color)
  const grounds = names.map((name) => parseColor(look[name])).filter((ground) => ground !== null)
  if (!text || grounds.length < names.length) return null
  const worst = (color: Rgb) => Math.min(...grounds.map((ground) => contrast(ground, color)))
  const ratio = worst(text)
  if (ratio >= TEXT_CONTRAST) return null
  const [best] = [
    { label: 'Use white text', color: WHITE },
    { label: 'Use dark text', color: INK },
  ].sort((left, right) => worst(right.color) - worst(left.color))
  if (best && worst(best.color) >= TEXT_CONTRAST)
    return { ratio, fix: { label: best.label, values: { header_text_color: toHex(best.color) } } }
  // No single text color is readable on both ends of the gradient: the ends have to be more similar.
  const values: Partial<HeaderLook> = { header_text_color: toHex(WHITE) }
  for (const [index, name] of names.entries()) values[name] = toHex(darkened(grounds[index] ?? WHITE))
  return { ratio, fix: { label: 'Use white text on a darker background', values } }
}
