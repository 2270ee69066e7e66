/** Tints of backgrounds, lines and secondary text. */
export const NEUTRALS = ['warm', 'plain', 'cool', 'green'] as const
/** Roundness of boxes, buttons and fields. */
export const CORNERS = ['square', 'small', 'soft', 'round'] as const
/** Typefaces of the public page: the visitor's system fonts, or self-hosted ones. */
export const FONTS = ['system', 'instrument-sans', 'inter', 'source-serif', 'atkinson'] as const

/** Appearance of a new workspace. Every plan may return to these values. */
export const DEFAULT_LOOK = {
  page_layout: 'list',
  widget_heading: null,
  widget_call_to_action: null,
  widget_show_powered_by: true,
  widget_border_width: 6,
  widget_border_color: '#e5e7eb',
  social_twitter: null,
  social_facebook: null,
  social_linkedin: null,
  header_text_color: '#ffffff',
  header_bg_type: 'color',
  header_bg_color: '#1f2937',
  header_bg_image_url: null,
  header_bg_gradient_from: '#1f2937',
  header_bg_gradient_to: '#374151',
  header_bg_gradient_direction: 'to-r',
  accent_color: null,
  neutral: 'warm',
  corners: 'soft',
  font: 'system',
  logo_dark_url: null,
  favicon_url: null,
  custom_css: '',
} as const
