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

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/

/** Normalizes `#ABC`, `abc` and `#aabbcc` to `#aabbcc`; returns null for anything else. */
export function colorText(text: string): string | null {
  const digits = HEX.exec(text.trim().toLowerCase())?.[1]
  if (!digits) return null
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** A border's width in whole pixels, clamped to 0–16; null for what is not a number. */
export function borderWidth(given: number | string): number | null {
  const width = typeof given === 'number' ? given : /^[+-]?\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
  return Number.isFinite(width) ? Math.round(Math.min(BORDER_WIDTH_MAX, Math.max(0, width))) : null
}

/** Files that we serve: presets and uploads. */
const OWN_FILE = /^\/files\/[\w-]+(?:\/[\w-]+)*\.[a-z]{3,4}$/

const isOwnPicture = (text: string) => OWN_FILE.test(text) || HEADER_PRESETS.some(({ url }) => url === text)

type Normalized = { value: string | number | boolean | null } | { problem: string }
type Rule = (given: never, normalizeAddress: (text: string) => string | null) => Normalized

const asColor = (given: string): Normalized => {
  const value = colorText(given)
  return value ? { value } : { problem: INVALID_COLOR }
}
const asText = (given: string | null): Normalized => ({ value: given?.trim() || null })
const asIs = (value: string | boolean): Normalized => ({ value })
const asAddress = (given: string | null, normalizeAddress: (text: string) => string | null): Normalized => {
  if (!given?.trim()) return { value: null }
  const value = normalizeAddress(given)
  return value ? { value } : { problem: INVALID_ADDRESS }
}
/** External images must use https; the content security policy of the pages blocks others. */
const asPicture = (given: string | null, normalizeAddress: (text: string) => string | null): Normalized => {
  const text = given?.trim() ?? ''
  if (!text) return { value: null }
  const value = isOwnPicture(text) ? text : /^https:/i.test(text) ? normalizeAddress(text) : null
  return value ? { value } : { problem: INVALID_PICTURE }
}

const RULES: Record<keyof UpdateAppearance, Rule> = {
  name: asIs,
  logo_url: asPicture,
  website_url: asAddress,
  page_layout: asIs,
  widget_heading: asText,
  widget_call_to_action: asText,
  widget_show_powered_by: asIs,
  widget_border_width: (given: number | string): Normalized => {
    const value = borderWidth(given)
    return value === null ? { problem: INVALID_BORDER_WIDTH } : { value }
  },
  widget_border_color: asColor,
  social_twitter: asAddress,
  social_facebook: asAddress,
  social_linkedin: asAddress,
  header_text_color: asColor,
  header_bg_type: asIs,
  header_bg_color: asColor,
  header_bg_image_url: asPicture,
  header_bg_gradient_from: asColor,
  header_bg_gradient_to: asColor,
  header_bg_gradient_direction: asIs,
  accent_color: (given: string | null): Normalized => (given?.trim() ? asColor(given) : { value: null }),
  neutral: asIs,
  corners: asIs,
  font: asIs,
  logo_dark_url: asPicture,
  favicon_url: asPicture,
  // The server parses it; see sanitizeCss.
  custom_css: asIs,
}

/**
 * Normalizes the fields that an owner entered, and reports invalid ones.
 * @param normalizeAddress returns a URL in stored form, with https when no scheme was typed; null for anything else
 */
export function appearanceValues(
  input: UpdateAppearance,
  normalizeAddress: (text: string) => string | null,
): { values: Partial<Appearance>; problems: FieldError[] } {
  const values: Record<string, string | number | boolean | null> = {}
  const problems: FieldError[] = []
  for (const [path, given] of Object.entries(input)) {
    if (given === undefined) continue
    const outcome = RULES[path as keyof UpdateAppearance](given as never, normalizeAddress)
    if ('value' in outcome) values[path] = outcome.value
    else problems.push({ path, message: outcome.problem })
  }
  return { values, problems }
}
