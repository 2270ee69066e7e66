import type { MarkedFaq } from '../../domain/marked-faq.ts'

/** What was read of a file: Markdown, in which a page or slide begins with its mark (see `domain/place-marks.ts`). */
export interface ReadDocument {
  /** As the document names itself; null where it does not. */
  title: string | null
  text: string
  /** What the marks count; null where there are none. */
  unit: 'page' | 'slide' | null
  /** Numbers of pages without text: pictures, or empty. */
  scanned: number[]
}

/** What a web page says, and where it leads. Addresses are as they stand in the page. */
export interface ReadPage {
  title: string | null
  text: string
  links: string[]
  canonical: string | null
  /** The address that a meta refresh leads to. */
  refresh: string | null
  base: string | null
  noindex: boolean
  nofollow: boolean
  /** It has scripts and next to no text: what it shows is made in the browser. */
  scripted: boolean
  /** Questions that it marks as such, with their answers. */
  faqs: MarkedFaq[]
}
