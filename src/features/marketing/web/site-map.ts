import type { PageLink } from '../contract.ts'

/** The second tab of the page for signing in. */
export const SIGN_UP = '/auth?tab=sign-up'

/** The pages that every header leads to. */
export const HEADER_LINKS: readonly PageLink[] = [
  { label: 'Features', href: '/features' },
  { label: 'Integrations', href: '/integrations' },
  { label: 'Docs', href: '/docs' },
  { label: 'Pricing', href: '/#pricing' },
]

export const FOOTER_GROUPS: readonly { title: string; links: readonly PageLink[] }[] = [
  {
    title: 'Product',
    links: [
      { label: 'Features', href: '/features' },
      { label: 'Integrations', href: '/integrations' },
      { label: 'Pricing', href: '/#pricing' },
      { label: 'Changelog', href: '/changelog' },
    ],
  },
  {
    title: 'Help',
    links: [
      { label: 'Docs', href: '/docs' },
      { label: 'API', href: '/api/docs' },
      { label: 'Help', href: '/help' },
      { label: 'Contact', href: '/contact' },
      { label: 'Status', href: '/status' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy', href: '/privacy' },
      { label: 'Terms', href: '/terms' },
    ],
  },
]
