import type { PublicFaq, VisitorSearch } from '../contract.ts'

/** What the script needs to know of a page beyond what it can read from the page itself. */
export interface HelpState {
  subdomain: string
  /** The workspace's name. */
  name: string
  base: string
  categories: string[]
  category: string | null
  /** True when the page holds every published FAQ, so that categories can be chosen without asking the server. */
  complete: boolean
  search: VisitorSearch | null
  /** The list that search results stand in place of; otherwise the FAQs are on the page already. */
  faqs?: PublicFaq[]
}

/** Slugs never begin with an underscore, so a FAQ's anchor can't be mistaken for these. */
export const HELP_ID = '_help'
export const LIST_ID = '_list'
export const STATE_ID = '_state'
