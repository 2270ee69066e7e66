import { z } from 'zod'
import { formatNumber } from '../../kernel/format.ts'
import type { PlanKey } from '../billing/contract.ts'

/**
 * Whom a page is made for: it decides where its buttons lead. `subscribed` is the plan that is paid for; `plan_applies` is
 * false where others pay for all workspaces of the person.
 */
export type SiteViewer = { signed_in: false } | { signed_in: true; subscribed?: PlanKey | null; plan_applies?: boolean }

/** Notices of the landing page for redirected users, as named by `?notice=`. */
export const NOTICES = {
  'account-deleted': { title: 'Account Deleted', text: 'Your account has been successfully deleted' },
} as const

export type Notice = keyof typeof NOTICES

/** A workspace whose widget a page shows. */
export interface ShownWorkspace {
  id: string
  subdomain: string
  /** As visitors read it. */
  name: string
}

/** The payment provider's id of a plan. */
export interface PlanIds {
  productId: string
  priceId: string
}

export interface PageLink {
  label: string
  href: string
}

/** Frame of every page. */
export interface SiteFrame {
  viewer: SiteViewer
  /** Null where no demo workspace exists: what shows it is left out. */
  demo: ShownWorkspace | null
  year: number
}

export interface LandingPage {
  kind: 'landing'
  /** Said above everything else; null for everybody who just comes by. */
  notice: Notice | null
  /** Path where a signed-in user subscribes; null when plans are not sold. */
  checkout: string | null
  plans: Record<PlanKey, PlanIds>
}

export interface GuideLink {
  slug: string
  title: string
  /** Its first sentences. */
  summary: string
  /** Heading above it in the list of guides. */
  group: string
}

export interface DocsResult {
  title: string
  excerpt: string
  url: string
}

/** The guides, and what was found in them where something was looked for. */
export interface DocsPage {
  kind: 'docs'
  guides: GuideLink[]
  query: string
  /** Null when nothing was looked for. */
  results: DocsResult[] | null
  /** The workspace that holds the guides; null where there is none, and nothing can be searched. */
  help: ShownWorkspace | null
}

export interface GuidePage {
  kind: 'guide'
  guides: GuideLink[]
  slug: string
  title: string
  html: string
  sections: { id: string; title: string }[]
  help: ShownWorkspace | null
}

/** A page that is written as Markdown: the changelog, privacy, terms. */
export interface TextPage {
  kind: 'text'
  path: string
  title: string
  html: string
}

export const CONTACT_MAXIMA = { name: 80, email: 254, subject: 150, message: 5_000 } as const
const line = (max: number, message: string) =>
  z
    .string()
    .trim()
    .min(1, { error: message })
    .max(max, { error: `Please keep it to at most ${formatNumber(max)} characters.` })
    .refine((text) => !/\p{Cc}/u.test(text), { error: message })

export const contactInput = z.object({
  first_name: line(CONTACT_MAXIMA.name, 'Please enter your first name.'),
  last_name: line(CONTACT_MAXIMA.name, 'Please enter your last name.'),
  email: z.email({ error: 'Please enter a valid email address.' }).max(CONTACT_MAXIMA.email),
  subject: line(CONTACT_MAXIMA.subject, 'Please enter a subject.'),
  message: z
    .string()
    .trim()
    .min(1, { error: 'Please enter a message.' })
    .max(CONTACT_MAXIMA.message, { error: 'Please keep it to at most 5,000 characters.' }),
})
export type ContactMessage = z.output<typeof contactInput>
export type ContactField = keyof ContactMessage

export interface ContactPage {
  kind: 'contact'
  state: 'open' | 'sent' | 'refused'
  /** True when no recipient is configured: there is no contact form. */
  closed: boolean
  values: Partial<Record<ContactField, string>>
  errors: Partial<Record<ContactField, string>>
  /** Why it was refused as a whole. */
  failure: string | null
  /** Promises of the operator, one per line. */
  times: string[]
}

export interface StatusComponent {
  name: string
  working: boolean
  /** Checks that were made and that succeeded since the record began; null while there are none. */
  record: { checks: number; succeeded: number } | null
}

export interface StatusPage {
  kind: 'status'
  components: StatusComponent[]
  /** The first day of the record, ISO 8601; null while there is none. */
  since: string | null
  /** When the live checks were made, ISO 8601. */
  at: string
}

/** A page of a visitor's website as it was read for them. */
export interface TriedPage {
  url: string
  title: string
  words: number
  sections: { title: string; text: string }[]
  faqs: { question: string; answer: string }[]
}

export interface TryPage {
  kind: 'try'
  /** Address that was typed. */
  url: string
  result: TriedPage | null
  /** Reason why nothing was read. */
  failure: string | null
}

export type SitePage =
  | LandingPage
  | TryPage
  | DocsPage
  | GuidePage
  | TextPage
  | ContactPage
  | StatusPage
  | { kind: 'features' }
  | { kind: 'integrations' }
  | { kind: 'help'; help: ShownWorkspace | null }
  | { kind: 'missing' }

export interface SiteView {
  frame: SiteFrame
  page: SitePage
}

/** Build output of the marketing pages for the server. */
export interface MarketingAssets {
  /** Renders the page's body; pure. */
  render(view: SiteView): string
  /** The style sheet's text, which goes into the page. */
  css: string
}
