import type { FieldError } from '../../../kernel/app-error.ts'
import {
  type Appearance,
  BORDER_WIDTH_MAX,
  HEADER_PRESETS,
  INVALID_ADDRESS,
  INVALID_BORDER_WIDTH,
  INVALID_COLOR,
  INVALID_PICTURE,
  type UpdateAppearance,
} from '../contract.ts'

const HEX_COLOR = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/

/** Normalizes `#ABC`, `abc` and `#aabbcc` to `#aabbcc`; returns null for anything else. */
export function normalizeColor(enteredText: string): string | null {
  const hexDigits = HEX_COLOR.exec(enteredText.trim().toLowerCase())?.[1]
  if (!hexDigits) return null
  return `#${hexDigits.length === 3 ? hexDigits.replace(/./g, '$&$&') : hexDigits}`
}

/** A border's width in whole pixels, clamped to 0–16; null for what is not a number. */
export function clampBorderWidth(enteredWidth: number | string): number | null {
  const widthPixels =
    typeof enteredWidth === 'number'
      ? enteredWidth
      : /^[+-]?\d+(\.\d+)?$/.test(enteredWidth)
        ? Number(enteredWidth)
        : Number.NaN
  return Number.isFinite(widthPixels) ? Math.round(Math.min(BORDER_WIDTH_MAX, Math.max(0, widthPixels))) : null
}

/** Files that we serve: presets and uploads. */
const OWN_FILE_PATTERN = /^\/files\/[\w-]+(?:\/[\w-]+)*\.[a-z]{3,4}$/

const isOwnPicture = (pictureUrl: string) =>
  OWN_FILE_PATTERN.test(pictureUrl) || HEADER_PRESETS.some(({ url }) => url === pictureUrl)

type NormalizedValue = { value: string | number | boolean | null } | { problem: string }
type FieldRule = (given: never, normalizeAddress: (text: string) => string | null) => NormalizedValue

const normalizeColorField = (enteredColor: string): NormalizedValue => {
  const storedColor = normalizeColor(enteredColor)
  return storedColor ? { value: storedColor } : { problem: INVALID_COLOR }
}
const normalizeText = (enteredText: string | null): NormalizedValue => ({ value: enteredText?.trim() || null })
const keepValue = (enteredValue: string | boolean): NormalizedValue => ({ value: enteredValue })
const normalizeUrl = (
  enteredUrl: string | null,
  normalizeAddress: (text: string) => string | null,
): NormalizedValue => {
  if (!enteredUrl?.trim()) return { value: null }
  const storedUrl = normalizeAddress(enteredUrl)
  return storedUrl ? { value: storedUrl } : { problem: INVALID_ADDRESS }
}
/** External images must use https; the content security policy of the pages blocks others. */
const normalizePicture = (
  enteredUrl: string | null,
  normalizeAddress: (text: string) => string | null,
): NormalizedValue => {
  const trimmedUrl = enteredUrl?.trim() ?? ''
  if (!trimmedUrl) return { value: null }
  const storedUrl = isOwnPicture(trimmedUrl)
    ? trimmedUrl
    : /^https:/i.test(trimmedUrl)
      ? normalizeAddress(trimmedUrl)
      : null
  return storedUrl ? { value: storedUrl } : { problem: INVALID_PICTURE }
}

const FIELD_RULES: Record<keyof UpdateAppearance, FieldRule> = {
  name: keepValue,
  logo_url: normalizePicture,
  website_url: normalizeUrl,
  page_layout: keepValue,
  widget_heading: normalizeText,
  widget_call_to_action: normalizeText,
  widget_show_powered_by: keepValue,
  widget_border_width: (enteredWidth: number | string): NormalizedValue => {
    const storedWidth = clampBorderWidth(enteredWidth)
    return storedWidth === null ? { problem: INVALID_BORDER_WIDTH } : { value: storedWidth }
  },
  widget_border_color: normalizeColorField,
  social_twitter: normalizeUrl,
  social_facebook: normalizeUrl,
  social_linkedin: normalizeUrl,
  header_text_color: normalizeColorField,
  header_bg_type: keepValue,
  header_bg_color: normalizeColorField,
  header_bg_image_url: normalizePicture,
  header_bg_gradient_from: normalizeColorField,
  header_bg_gradient_to: normalizeColorField,
  header_bg_gradient_direction: keepValue,
  accent_color: (enteredColor: string | null): NormalizedValue =>
    enteredColor?.trim() ? normalizeColorField(enteredColor) : { value: null },
  neutral: keepValue,
  corners: keepValue,
  font: keepValue,
  logo_dark_url: normalizePicture,
  favicon_url: normalizePicture,
  // The server parses it; see sanitizeCss.
  custom_css: keepValue,
}

/**
 * Normalizes the fields that an owner entered, and reports invalid ones.
 * @param normalizeAddress returns a URL in stored form, with https when no scheme was typed; null for anything else
 */
export function appearanceValues(
  enteredFields: UpdateAppearance,
  normalizeAddress: (text: string) => string | null,
): { values: Partial<Appearance>; problems: FieldError[] } {
  const normalizedValues: Record<string, string | number | boolean | null> = {}
  const fieldErrors: FieldError[] = []
  for (const [path, given] of Object.entries(enteredFields)) {
    if (given === undefined) continue
    const normalized = FIELD_RULES[path as keyof UpdateAppearance](given as never, normalizeAddress)
    if ('value' in normalized) normalizedValues[path] = normalized.value
    else fieldErrors.push({ path, message: normalized.problem })
  }
  return { values: normalizedValues, problems: fieldErrors }
}
