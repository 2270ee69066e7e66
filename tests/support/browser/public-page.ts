// A workspace as visitors see it, without a database: what the pages are made from.
import type { PublicPage } from '../../../src/features/visitors/contract.ts'
import { newId } from '../../../src/kernel/ids.ts'

/** Appearance of a workspace with the specified defaults. */
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

/** A page with as many FAQs as wanted; `changes` replace what it is made of. */
export function publicPage(subdomain: string, changes: Partial<PublicPage> = {}, faqs = 3): PublicPage {
  return {
    workspace: {
      id: newId(),
      name: 'Woven Goods',
      subdomain,
      logo_url: null,
      website_url: 'https://woven.example.test',
      ...DEFAULT_LOOK,
    },
    sources: [],
    faqs: Array.from({ length: faqs }, (_, index) => ({
      id: newId(),
      question: `How is cloth number ${index} made?`,
      answer: `From **yarn ${index}**, on a loom.\n\n1. Warp\n2. Weft\n\nSee https://woven.example.test/cloth/${index}.`,
      category: index % 2 ? 'Billing' : 'General',
      slug: `how-is-cloth-number-${index}-made`,
    })),
    categories: [],
    lang: 'en',
    domain: null,
    version: '1',
    allowedOrigins: [],
    ...changes,
  }
}
