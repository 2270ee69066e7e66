import type { MarkedFaq } from '../../domain/marked-faq.ts'

/** Result of reading a file: Markdown, with a mark at the start of each page or slide (see `domain/place-marks.ts`). */
export interface ReadDocument {
  /** As the document names itself; null where it does not. */
  title: string | null
  text: string
  /** Unit of the marks; null when there are none. */
  unit: 'page' | 'slide' | null
  /** Numbers of pages without text: pictures, or empty. */
  scanned: number[]
}

/** Text and links of a web page. URLs are as written in the page. */
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
