import type { MarkedFaq } from '../../domain/marked-faq.ts'
import type { PixelImage } from './formats/pdf-images.ts'

/** An image of a document: its file, or its pixels. */
export type DocumentImage = Uint8Array | PixelImage

/** Result of reading a file: Markdown, with a mark at the start of each page or slide (see `domain/place-marks.ts`). */
export interface ReadDocument {
  /** As the document names itself; null where it does not. */
  title: string | null
  text: string
  /** Unit of the marks; null when there are none. */
  unit: 'page' | 'slide' | null
  /** Numbers of pages without text: images, or empty. */
  scanned: number[]
  /** Its tables hold questions and answers. */
  holdsFaqs?: boolean
  /** Images that the text has marks of (see `domain/image-marks.ts`), by their numbers from 1. */
  images?: DocumentImage[]
  /** Note for the owner about what was read. */
  note?: string | null
}

/** A document that holds nothing but its text. */
export const plainDocument = (text: string, title: string | null = null): ReadDocument => ({
  title,
  text,
  unit: null,
  scanned: [],
})

/** A page as it was fetched. */
export interface ReadablePage {
  bytes: Uint8Array
  contentType: string | null
  /** Address that links are relative to. */
  address?: string | undefined
  /** CSS selector of the elements that hold the content. */
  selector?: string | null | undefined
  /** Reads everything on the page, navigation included. */
  whole?: boolean | undefined
}

/** The chosen content of a page. */
export interface MainContent {
  /** Markdown. */
  text: string
  /** Share of the words of the page without its navigation that the text keeps, 0 to 1. */
  keptShare: number
  /** Blocks of Markdown that the text leaves out. */
  leftOut: string[]
}

/** Text and links of a web page. URLs are as written in the page. */
export interface ReadPage extends MainContent {
  title: string | null
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
