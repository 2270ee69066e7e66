import { DEFAULT_LOOK } from '../../workspaces/contract.ts'
import type { Appearance } from '../contract.ts'

/** The customization each field belongs to; the plans say in `PLAN_FEATURES` whether they include the advanced one. */
export const CUSTOMIZATION: Record<keyof Appearance, 'basic' | 'advanced'> = {
  name: 'basic',
  logo_url: 'basic',
  website_url: 'basic',
  page_layout: 'basic',
  widget_heading: 'basic',
  widget_call_to_action: 'basic',
  social_twitter: 'basic',
  social_facebook: 'basic',
  social_linkedin: 'basic',
  header_text_color: 'basic',
  header_bg_color: 'basic',
  accent_color: 'basic',
  neutral: 'basic',
  corners: 'basic',
  font: 'basic',
  logo_dark_url: 'basic',
  favicon_url: 'basic',
  // Its default, a solid color, is in every plan.
  header_bg_type: 'advanced',
  header_bg_image_url: 'advanced',
  header_bg_gradient_from: 'advanced',
  header_bg_gradient_to: 'advanced',
  header_bg_gradient_direction: 'advanced',
  widget_border_width: 'advanced',
  widget_border_color: 'advanced',
  widget_show_powered_by: 'advanced',
  custom_css: 'advanced',
}

const DEFAULT_VALUES: Partial<Appearance> = DEFAULT_LOOK

/**
 * The fields of `newValues` that need the advanced customization. The stored value is no edit, and a field can always go back
 * to its default.
 */
export const advancedEdits = (storedLook: Appearance, newValues: Partial<Appearance>): (keyof Appearance)[] =>
  (Object.keys(newValues) as (keyof Appearance)[]).filter(
    (fieldName) =>
      CUSTOMIZATION[fieldName] === 'advanced' &&
      newValues[fieldName] !== storedLook[fieldName] &&
      newValues[fieldName] !== DEFAULT_VALUES[fieldName],
  )
