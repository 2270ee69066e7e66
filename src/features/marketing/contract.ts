import type { PLANS } from '../billing/contract.ts'

export type PlanKey = (typeof PLANS)[number]['key']

/** Whom a landing page is made for: it decides where its buttons lead. `subscribed` is the plan that is paid for. */
export type LandingViewer = { signed_in: false } | { signed_in: true; subscribed?: PlanKey | null }

/** What the page may have to say to somebody who was sent to it, as `?notice=` names it. */
export const NOTICES = {
  'account-deleted': { title: 'Account Deleted', text: 'Your account has been successfully deleted' },
} as const

export type Notice = keyof typeof NOTICES

export interface LandingDemo {
  subdomain: string
  /** Name of the workspace, as visitors read it. */
  name: string
}

export interface PageLink {
  label: string
  href: string
}

/** Everything the landing page is made from. */
export interface LandingView {
  viewer: LandingViewer
  /** Said above everything else; null for everybody who just comes by. */
  notice: Notice | null
  /** Null where no demo workspace exists: its section is left out. */
  demo: LandingDemo | null
  /** Where a person who is signed in subscribes; null while there is nowhere to. */
  checkout: string | null
  /** Further pages of this instance that exist, for the footer. */
  links: readonly PageLink[]
  year: number
}

/** What the build of the marketing surface gives the server. */
export interface MarketingAssets {
  /** Renders the page's body; pure. */
  render(view: LandingView): string
  /** The style sheet's text, which goes into the page. */
  css: string
}
