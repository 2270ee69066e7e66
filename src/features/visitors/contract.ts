import { z } from 'zod'
import type { PageLanguage } from '../../kernel/languages.ts'
import type { MarkupBlock } from '../../kernel/markup.ts'
import { rest } from '../../kernel/procedure.ts'
import { timestamp } from '../../kernel/wire.ts'
import { type AskOutput, askInput, askOutput, type SearchResult } from '../answering/contract.ts'
import type { SourcePageImage } from '../knowledge/contract.ts'
import { type PublicWorkspace, workspaceProcedure } from '../workspaces/contract.ts'
import type { VisitorTexts } from './contract/visitor-texts.ts'

export type { HelpTexts, Plural, VisitorTexts } from './contract/visitor-texts.ts'

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
  /** Pages of sources that search engines may show. */
  sources: readonly { slug: string; title: string }[]
  /** All of the workspace's categories, in its order. */
  categories: readonly string[]
  /** Former name of a category → the one that it has now. */
  formerCategories?: ReadonlyMap<string, string>
  /** Ids of the FAQs that answered most questions, most first; only where the page shows them. */
  popular?: readonly string[]
  /** The language most of the content is written in, BCP 47. */
  lang: string
  /** The workspace's own host, once it has proved it; null while it has none. */
  domain: string | null
  /** Changes whenever what visitors can read changes. */
  version: string
  /** True when the workspace asks search engines to stay away. */
  noindex?: boolean
  /** The content is served over MCP. */
  servesMcp?: boolean
  /** Origins that may show the frame and use the public API in browsers; empty for all. */
  allowedOrigins: readonly string[]
}

/** Location of a page: the URLs that its links are built from. */
export interface PagePlace {
  /** Path of the workspace's page, without a slash at the end: `/faq/acme`, or '' on a custom domain. */
  base: string
  /** Address that search engines are to know the page by, without a slash at the end; '' for a missing page. */
  canonical: string
  /** URL of the product. */
  home: string
  /** The language of the page's own words, for the document's `lang`. */
  lang: PageLanguage
  dir: 'ltr' | 'rtl'
  /** The language where the address asks for it (`?lang=`), so that links go on asking; '' where the browser does. */
  asked: string
  /** The language of what the workspace wrote, where it is another one; '' otherwise. */
  contentLang: string
}

/** A category with published FAQs; `slug` names it in addresses. */
export interface Collection {
  name: string
  slug: string
  /** Number of its published FAQs. */
  count: number
}

/** A slice of a long list; `number` and `count` start at 1. */
export interface ListPage {
  number: number
  count: number
}

/** Result of a handoff form without JavaScript. */
export interface PersonAsked {
  sent: boolean
  /** When it was not sent: the typed address, the error message beside it, and the message's id. */
  email?: string
  error?: string
  message_id?: string | null
}

/** Results of the server's search; present on `?q=` pages only. */
export interface VisitorSearch {
  query: string
  /** All that were found; `page` says which of them are shown. */
  results: SearchResult[]
  /** The page of results, from 1; one beyond the end is the last. */
  page: number
  /** Present when the question was asked, not only searched. */
  answer: AskOutput | null
  /** Set when searching or asking failed: the sentence to show. */
  failure: string | null
  /** Names the question together with its words, so that passed on to a person it is kept once. */
  conversation_id: string
  /** Present once the question was passed on to a person, or could not be. */
  person: PersonAsked | null
}

/**
 * The workspace's page: its list of FAQs, whole or one category of it; or a search, which covers all categories.
 */
export interface ListView {
  kind: 'list'
  workspace: PublicWorkspace
  place: PagePlace
  texts: VisitorTexts
  faqs: PublicFaq[]
  categories: string[]
  /** True when `faqs` contains all published FAQs. */
  complete: boolean
  /** The category chosen in the address; null for all. */
  category: string | null
  /** The page of the list; a search has pages of its own. */
  page: ListPage
  search: VisitorSearch | null
  /** Cards and popular questions in place of the list; null where the workspace shows a list. */
  collections: CollectionsPart | null
  /** The page's script fetches a token before each question: the workspace lists its allowed origins. */
  needsToken: boolean
}

export interface CollectionsPart {
  collections: readonly Collection[]
  popular: readonly PublicFaq[]
}

/** A category on a page of its own. */
export interface CategoryView {
  kind: 'category'
  workspace: PublicWorkspace
  place: PagePlace
  texts: VisitorTexts
  collection: Collection
  /** FAQs on this page of the category. */
  faqs: readonly PublicFaq[]
  page: ListPage
  /** The other categories. */
  others: readonly Collection[]
}

/** One FAQ on a page of its own. */
export interface FaqView {
  kind: 'faq'
  workspace: PublicWorkspace
  place: PagePlace
  texts: VisitorTexts
  faq: PublicFaq
  /** Language of the FAQ where it is not that of the page's own words, BCP 47; '' otherwise. */
  faqLang: string
  /** Link to its category: the category's page, or the list filtered by it. */
  categoryHref: string
  /** Address that search engines know the category's page by; null where the category has none. */
  categoryPageUrl: string | null
  /** Others of the same category, at most five. */
  more: PublicFaq[]
  /** Others that share words with it, where its category has no other. */
  related: PublicFaq[]
  /** Present once this visitor voted: whether the vote could be sent. */
  voted: 'sent' | 'failed' | null
}

/** A document as a readable page. */
export interface SourceView {
  kind: 'source'
  workspace: PublicWorkspace
  place: PagePlace
  texts: VisitorTexts
  source: PublicSource
}

export interface PublicSource {
  slug: string
  title: string
  /** First words, for search results and shared links. */
  description: string
  parts: SourcePart[]
  /** Headings that the table of contents leads to; empty where there are too few. */
  contents: { id: string; title: string; depth: number }[]
  /** Its address elsewhere, and the path of the file, where its owner shows them. */
  url: string | null
  original: string | null
  isListed: boolean
}

/** A passage with its headings. */
export interface SourcePart {
  /** Id of its element: citations lead to it. */
  id: string
  /** The page or slide that begins here. */
  mark: { unit: 'page' | 'slide'; number: string } | null
  /** `depth` 0 is below the title. */
  headings: { id: string; title: string; depth: number }[]
  blocks: MarkupBlock[]
  /** Images of the document; each is shown behind so many blocks. */
  images: (Pick<SourcePageImage, 'path' | 'alt' | 'width' | 'height'> & { after: number })[]
}

export interface MissingView {
  kind: 'missing'
  place: PagePlace
  texts: VisitorTexts
}

export type PageView = ListView | CategoryView | FaqView | SourceView | MissingView

/** Renders a page's body; pure. */
export type RenderPage = (view: PageView) => string

/** Build output of the visitor pages for the server. */
export interface VisitorAssets {
  render: RenderPage
  /** The style sheet's text, which goes into each page. */
  css: string
  /** Further styles of collections, categories and single FAQs. */
  collectionsCss: string
  /** Address of the script that brings the page to life. */
  script: string
}

/** A page of the customer's own site that the widget was seen on, without query and fragment. */
export const widgetPageSchema = z.object({ page_url: z.string(), first_seen_at: timestamp, last_seen_at: timestamp })
export type WidgetPage = z.output<typeof widgetPageSchema>

/** Data of the editor's preview, except the appearance: texts, location and FAQs, as visitors would get them. */
export interface Preview {
  subdomain: string
  place: PagePlace
  texts: VisitorTexts
  /** Those that a widget has: published, in display order. */
  faqs: PublicFaq[]
  categories: string[]
  /** Cards and popular questions, for the layout that has them. */
  collections: CollectionsPart
}

export const visitorsContract = {
  /** In the language that the caller's browser asks for. */
  preview: workspaceProcedure('workspace.read').output(z.custom<Preview>()),
  /** Answers as visitors are answered, and keeps nothing of it. The answer's ids name nothing. */
  tryAsking: workspaceProcedure('workspace.read')
    .route(rest('POST /try-asking', 'Widget', 'Ask as a visitor would; nothing is stored'))
    .input(z.object({ question: askInput.shape.question }))
    .output(askOutput),
  /** Pages that recently showed the widget, newest first, at most 20; `widget.seen` reports changes. */
  widgetPages: workspaceProcedure('workspace.read')
    .route(rest('GET /widget/pages', 'Widget', 'List pages that show the widget'))
    .output(z.object({ items: z.array(widgetPageSchema) })),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'widget.seen': object
  }
}
