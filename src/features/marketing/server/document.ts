import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import { securityHeaders } from '../../../platform/http/index.ts'
import type { MarketingAssets, SitePage, SiteView } from '../contract.ts'
import { PLAN_SCRIPT } from './plan-script.ts'

const hashOf = (inline: string) => `sha256-${createHash('sha256').update(inline).digest('base64')}`

export interface SiteDocument {
  html: string
  headers: Record<string, string>
}

interface HeadText {
  title: string
  description: string
  /** Path of the page; null for one that no search engine is to know. */
  path: string | null
}

const FIXED: Partial<Record<SitePage['kind'], HeadText>> = {
  landing: {
    title: 'Answerloom · Create and Manage Your FAQ Knowledge Base',
    description:
      'Publish your FAQs and let visitors ask in their own words: on your own FAQ page or in your website, with the source of every answer.',
    path: '/',
  },
  features: {
    title: 'Features',
    description: 'Everything between what your team knows and what your visitors ask.',
    path: '/features',
  },
  integrations: {
    title: 'Integrations',
    description: 'Where answers come from, and where they go: websites, files, Notion, Google Drive and the API.',
    path: '/integrations',
  },
  help: { title: 'Help', description: 'Ask in your own words, read the docs, or write to us.', path: '/help' },
  contact: { title: 'Contact', description: 'Write to the people behind this server.', path: '/contact' },
  status: { title: 'Status', description: 'Whether everything works, and what was recorded.', path: '/status' },
  try: { title: 'Read my site', description: 'See what Answerloom reads on a page of yours.', path: '/try' },
  missing: { title: 'Page not found', description: 'There is nothing at this address.', path: null },
}

function headText(page: SitePage): HeadText {
  if (page.kind === 'docs')
    return {
      title: page.query ? `${page.query} · Docs` : 'Docs',
      description: 'Guides for running Answerloom, putting it to work, and building on it.',
      path: page.query ? null : '/docs',
    }
  if (page.kind === 'guide') {
    const summary = page.guides.find(({ slug }) => slug === page.slug)?.summary ?? ''
    return { title: `${page.title} · Docs`, description: summary.slice(0, 200), path: `/docs/${page.slug}` }
  }
  if (page.kind === 'text') return { title: page.title, description: `${page.title} of Answerloom.`, path: page.path }
  return FIXED[page.kind] as HeadText
}

const showsWidget = (view: SiteView): boolean =>
  view.page.kind === 'landing' ? view.frame.demo !== null : 'help' in view.page && view.page.help !== null

/** A page as a whole document, and the headers under which its one style sheet and its scripts may be used. */
export function siteDocument(view: SiteView, assets: MarketingAssets, appUrl: string): SiteDocument {
  const { page } = view
  const { title: name, description, path } = headText(page)
  const e = escapeHtml
  const title = page.kind === 'landing' ? name : `${name} · Answerloom`
  const address = path === null ? null : e(`${appUrl}${path}`)
  const script = page.kind === 'landing' ? PLAN_SCRIPT : null
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${e(title)}</title>`,
    `<meta name="description" content="${e(description)}">`,
    address ? `<link rel="canonical" href="${address}">` : '<meta name="robots" content="noindex">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Answerloom">',
    address ? `<meta property="og:url" content="${address}">` : '',
    `<meta property="og:title" content="${e(title)}">`,
    `<meta property="og:description" content="${e(description)}">`,
    `<style>${assets.css}</style>`,
    script ? `<script>${script}</script>` : '',
  ].join('')
  return {
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${assets.render(view)}</body></html>`,
    headers: {
      ...securityHeaders('visitor', {
        styleHashes: [hashOf(assets.css)],
        ...(script && { scriptHashes: [hashOf(script)] }),
        ownFrames: showsWidget(view),
        https: appUrl.startsWith('https:'),
      }),
      'content-type': 'text/html; charset=utf-8',
    },
  }
}
