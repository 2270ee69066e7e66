import type { AskOutput, SearchResult } from '../answering/contract.ts'
import type { PublicWorkspace } from '../workspaces/contract.ts'

/** A published FAQ as visitors get it; `slug` names it in addresses. */
export interface PublicFaq {
  id: string
  question: string
  answer: string
  category: string
  slug: string
}

/** Everything the public page of one workspace is made from. */
export interface PublicPage {
  workspace: PublicWorkspace
  /** Published FAQs in display order. */
  faqs: PublicFaq[]
  /** Changes whenever what visitors can read changes. */
  version: string
  /** True when the workspace asks search engines to stay away. */
  noindex?: boolean
}

/** Where and of what a page is: the addresses its links are made from. */
export interface PagePlace {
  /** Path of the workspace's page, without a slash at the end: `/faq/acme`, or '' on a custom domain. */
  base: string
  /** Where the product itself is at home. */
  home: string
  /** BCP 47, for the document's `lang`. */
  lang: string
}

/** A slice of a long list; `number` and `count` start at 1. */
export interface ListPage {
  number: number
  count: number
}

/** What a visitor looked for without JavaScript; present on `?q=` pages only. */
export interface VisitorSearch {
  query: string
  results: SearchResult[]
  /** Present when the question was asked, not only searched. */
  answer: AskOutput | null
  /** Set when searching or asking failed: the sentence to show. */
  failure: string | null
}

/** The workspace's page: its list of FAQs, whole or one category of it, with or without a search. */
export interface ListView {
  kind: 'list'
  workspace: PublicWorkspace
  place: PagePlace
  faqs: PublicFaq[]
  categories: string[]
  /** The category chosen in the address; null for all. */
  category: string | null
  page: ListPage
  search: VisitorSearch | null
}

/** One FAQ on a page of its own. */
export interface FaqView {
  kind: 'faq'
  workspace: PublicWorkspace
  place: PagePlace
  faq: PublicFaq
  /** Others of the same category, at most five. */
  more: PublicFaq[]
}

export interface MissingView {
  kind: 'missing'
  place: PagePlace
}

export type PageView = ListView | FaqView | MissingView

/** Renders a page's body; pure. */
export type RenderPage = (view: PageView) => string

/** What the build of the visitor surface gives the server. */
export interface VisitorAssets {
  render: RenderPage
  /** The style sheet's text, which goes into each page. */
  css: string
  /** Address of the script that brings the page to life. */
  script: string
}
