// Shapes of the visitors' API as they are on the wire. tests/packages/client-types.test.ts compares them with the
// server's contract.

export type MarkupInline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: MarkupInline[] }
  | { kind: 'link'; href: string; children: MarkupInline[] }
  | { kind: 'image'; src: string; alt: string; width: number; height: number }

/** Markup of an answer as data. A renderer that knows only these kinds cannot insert scripts. */
export type MarkupBlock =
  | { kind: 'paragraph'; children: MarkupInline[] }
  | { kind: 'heading'; level: number; children: MarkupInline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: MarkupBlock[][] }
  | { kind: 'table'; header: MarkupInline[][]; rows: MarkupInline[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'callout'; tone: 'note' | 'tip' | 'warning'; children: MarkupBlock[] }

export type Vote = 'up' | 'down'

/** Languages that the server has its own sentences in. */
export type PageLanguage = 'en' | 'ar' | 'de' | 'es' | 'fr' | 'it' | 'ja' | 'nl' | 'pl' | 'pt' | 'tr' | 'zh'

export interface AnswerSource {
  kind: 'faq' | 'chunk'
  id: string
  source_id?: string
  title: string
  url: string | null
  excerpt: string
  vote?: Vote | null
}

/** A section that may answer, shown without a claim. */
export interface AnswerSuggestion {
  kind: 'faq' | 'chunk'
  id: string
  title: string
  url: string | null
  text: string
  html: string
  blocks: MarkupBlock[]
  is_shortened?: boolean
}

export interface Answer {
  /** Markdown. */
  answer: string
  /** The same as safe HTML, and as data. */
  answer_html: string
  blocks: MarkupBlock[]
  is_shortened?: boolean
  sources: AnswerSource[]
  suggestions?: AnswerSuggestion[]
  related_questions: string[]
  outcome: 'answered' | 'suggested' | 'refused' | 'unavailable'
  small_talk?: 'greeting' | 'thanks' | 'goodbye' | 'person' | 'identity' | 'insult' | 'nonsense'
  message_id: string
  conversation_id: string
}

export interface SearchResult {
  kind: 'faq' | 'chunk'
  id: string
  source_id: string
  title: string
  excerpt: string
  url: string | null
  score: number
}

export interface PublicFaq {
  id: string
  question: string
  answer: string
  category: string
  slug: string
  updated_at: string
  answer_html: string
  blocks: MarkupBlock[]
}

export interface PublicWorkspace {
  id: string
  name: string
  subdomain: string
  logo_url: string | null
  website_url: string | null
  page_layout: 'list' | 'collections'
  widget_heading: string | null
  widget_call_to_action: string | null
  widget_show_powered_by: boolean
  widget_border_width: number
  widget_border_color: string
  social_twitter: string | null
  social_facebook: string | null
  social_linkedin: string | null
  header_text_color: string
  header_bg_type: 'color' | 'image' | 'gradient'
  header_bg_color: string
  header_bg_image_url: string | null
  header_bg_gradient_from: string
  header_bg_gradient_to: string
  header_bg_gradient_direction: 'to-r' | 'to-l' | 'to-t' | 'to-b' | 'to-tr' | 'to-tl' | 'to-br' | 'to-bl'
  accent_color: string | null
  neutral: 'warm' | 'plain' | 'cool' | 'green'
  corners: 'square' | 'small' | 'soft' | 'round'
  font: 'system' | 'instrument-sans' | 'inter' | 'source-serif' | 'atkinson'
  logo_dark_url: string | null
  favicon_url: string | null
  custom_css: string
}
