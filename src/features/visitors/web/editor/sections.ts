import { Braces, CodeXml, type LucideIcon, Palette, PanelTop, SlidersHorizontal, Stamp } from 'lucide-react'
import type { Appearance } from '../../../appearance/contract.ts'

export type SectionKey = 'style' | 'general' | 'header' | 'branding' | 'css' | 'share'

export interface EditorSection {
  key: SectionKey
  title: string
  text: string
  icon: LucideIcon
  /** Fields of the section; an invalid value marks it. */
  fields: readonly (keyof Appearance)[]
}

export const SECTIONS: readonly EditorSection[] = [
  {
    key: 'style',
    title: 'Style',
    text: 'Presets, colors, corners and font',
    icon: Palette,
    fields: ['accent_color', 'neutral', 'corners', 'font'],
  },
  {
    key: 'general',
    title: 'General',
    text: 'Layout, heading, badge and border',
    icon: SlidersHorizontal,
    fields: [
      'page_layout',
      'widget_heading',
      'widget_call_to_action',
      'widget_show_powered_by',
      'widget_border_width',
      'widget_border_color',
    ],
  },
  {
    key: 'header',
    title: 'Header',
    text: 'Colors, picture or gradient',
    icon: PanelTop,
    fields: [
      'header_text_color',
      'header_bg_type',
      'header_bg_color',
      'header_bg_image_url',
      'header_bg_gradient_from',
      'header_bg_gradient_to',
      'header_bg_gradient_direction',
    ],
  },
  {
    key: 'branding',
    title: 'Branding',
    text: 'Logo, name and links',
    icon: Stamp,
    fields: [
      'logo_url',
      'logo_dark_url',
      'favicon_url',
      'name',
      'website_url',
      'social_twitter',
      'social_facebook',
      'social_linkedin',
    ],
  },
  { key: 'css', title: 'Custom CSS', text: 'Your own style rules', icon: Braces, fields: ['custom_css'] },
  { key: 'share', title: 'Share & Embed', text: 'Public address and code', icon: CodeXml, fields: [] },
]

export const sectionOf = (sectionKey: string | null): EditorSection | undefined =>
  SECTIONS.find((section) => section.key === sectionKey)
