/** Red, green and blue, each 0–255. */
export type Rgb = readonly [number, number, number]

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** Parses `#rgb` or `#rrggbb`, as stored by the editor's color fields; returns null for anything else. */
export function parseColor(text: string | null | undefined): Rgb | null {
  const trimmed = text?.trim() ?? ''
  if (!HEX.test(trimmed)) return null
  const digits = trimmed.length === 4 ? trimmed.slice(1).replace(/./g, '$&$&') : trimmed.slice(1)
  const value = Number.parseInt(digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export const toHex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, 0–1 (WCAG 2.2, "relative luminance"). */
export function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const s = part / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio, 1–21 (WCAG 2.2, "contrast ratio"). */
export function contrast(left: Rgb, right: Rgb): number {
  const [x, y] = [luminance(left), luminance(right)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
