/** Relative luminance at which black and white text contrast equally (WCAG 2.2): above it, black reads better. */
const MIDDLE = 0.179

/**
 * Returns true when text on this background must be dark.
 * @param computed a computed color: `rgb(…)`; newer notations count as dark
 */
export function isLight(computed: string): boolean {
  const [r, g, b] = (/^rgba?\(([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)/.exec(computed) ?? []).slice(1).map((part) => {
    const s = Number(part) / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  })
  return r !== undefined && g !== undefined && b !== undefined && 0.2126 * r + 0.7152 * g + 0.0722 * b > MIDDLE
}
