import type { HelpTexts, ListPage, VisitorSearch } from '../contract.ts'
import type { WorkspaceMark } from './brand-mark.tsx'
import type { ShownFaq } from './list/shown-faq.ts'

/** State that the script cannot read from the page itself. */
export interface HelpState {
  subdomain: string
  /** A token is fetched before each question: the workspace lists its allowed origins. */
  needsToken?: boolean
  base: string
  /** The language of the texts, BCP 47. */
  lang: string
  /** The same where the address asked for it; '' otherwise. */
  asked: string
  /** The language of what the workspace wrote, where it is another one; '' otherwise. */
  contentLang: string
  texts: HelpTexts
  /** Beside answers. */
  mark: WorkspaceMark
  categories: string[]
  category: string | null
  /** True when the page holds every published FAQ, so that categories can be chosen without asking the server. */
  complete: boolean
  /** The page of the list. */
  page: ListPage
  search: VisitorSearch | null
  /** The page shows categories and popular questions in place of a list. */
  collections?: boolean
  /** Number of listed FAQs; all of them when omitted. */
  limit?: number
  /** More FAQs are on their way: what the list does not hold may still come. */
  partial?: boolean
  /** Questions for the page that embeds this one. */
  suggestions?: readonly string[]
  /** The list that search results stand in place of; otherwise the FAQs are on the page already. */
  faqs?: ShownFaq[]
}

/** A question that is to be asked for the visitor; each is a new object. */
export interface QuestionRequest {
  question: string
}

/** Slugs never begin with an underscore, so a FAQ's anchor can't be mistaken for these. */
export const HELP_ID = '_help'
export const LIST_ID = '_list'
export const STATE_ID = '_state'

/** The workspace's page itself: '' would be the address that is open. */
export const pageRoot = ({ base }: Pick<HelpState, 'base'>): string => base || '/'

/** Parameters in the URL of a list or a search; none for the complete list. */
export interface ListParameters {
  q?: string
  category?: string | null
  /** From 1. */
  page?: number
}

/** The address that shows this, in the language that the page's own address asks for. */
export function addressOf(helpState: Pick<HelpState, 'base' | 'asked'>, { q, category, page }: ListParameters): string {
  const parameters = new URLSearchParams()
  const addressParameters = { q, category, page: page !== 1 && page, lang: helpState.asked }
  for (const [name, value] of Object.entries(addressParameters)) if (value) parameters.set(name, `${value}`)
  const queryString = `${parameters}`
  return queryString ? `${pageRoot(helpState)}?${queryString}` : pageRoot(helpState)
}
