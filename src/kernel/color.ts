/** Red, green and blue, each 0–255. */
export type Rgb = readonly [number, number, number]

const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** Parses `#rgb` or `#rrggbb`, as stored by the editor's color fields; returns null for anything else. */
export function parseColor(colorText: string | null | undefined): Rgb | null {
  const trimmedText = colorText?.trim() ?? ''
  if (!HEX_COLOR.test(trimmedText)) return null
  const hexDigits = trimmedText.length === 4 ? trimmedText.slice(1).replace(/./g, '$&$&') : trimmedText.slice(1)
  const packedColor = Number.parseInt(hexDigits, 16)
  return [packedColor >> 16, (packedColor >> 8) & 255, packedColor & 255]
}

export const toHex = (rgbColor: Rgb): string =>
  `#${rgbColor.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Lightness 0–1, chroma from 0, hue in radians. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]

const toLinear = (channel: number) => {
  const s = channel / 255
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
}
const fromLinear = (channel: number) =>
  255 * (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
export function toOklch(rgbColor: Rgb): Oklch {
  const [r, g, b] = rgbColor.map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(a, bb), Math.atan2(bb, a)]
}

/** The nearest color that screens can show with this lightness and hue: its chroma is reduced as far as necessary. */
export function fromOklch([lightness, chroma, hue]: Oklch): Rgb {
  for (let reducedChroma = chroma; ; reducedChroma -= 0.004) {
    const c = Math.max(0, reducedChroma)
    const [a, b] = [c * Math.cos(hue), c * Math.sin(hue)]
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    const linearChannels = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ]
    const isDisplayable = linearChannels.every((channel) => channel >= -0.0005 && channel <= 1.0005)
    if (isDisplayable || c === 0)
      return linearChannels.map((channel) =>
        Math.round(fromLinear(Math.min(1, Math.max(0, channel)))),
      ) as unknown as Rgb
  }
}

const CONTRAST_STEPS = 50

/** Returns the closest color of the same hue that reaches the contrast: darker on light backgrounds, else lighter. */
export function withContrast(rgbColor: Rgb, background: Rgb, minimumRatio: number): Rgb {
  if (contrast(rgbColor, background) >= minimumRatio) return rgbColor
  const [lightness, chroma, hue] = toOklch(rgbColor)
  const targetLightness = luminance(background) > 0.18 ? 0 : 1
  for (let contrastStep = 1; contrastStep < CONTRAST_STEPS; contrastStep++) {
    const adjustedColor = fromOklch([
      lightness + ((targetLightness - lightness) * contrastStep) / CONTRAST_STEPS,
      chroma,
      hue,
    ])
    if (contrast(adjustedColor, background) >= minimumRatio) return adjustedColor
  }
  return targetLightness === 0 ? [0, 0, 0] : [255, 255, 255]
}

/** Relative luminance, 0–1 (WCAG 2.2, "relative luminance"). */
export function luminance(rgbColor: Rgb): number {
  const [r, g, b] = rgbColor.map(toLinear) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio, 1–21 (WCAG 2.2, "contrast ratio"). */
export function contrast(leftColor: Rgb, rightColor: Rgb): number {
  const [x, y] = [luminance(leftColor), luminance(rightColor)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
