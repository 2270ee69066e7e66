import { createHash } from 'node:crypto'
import { securityHeaders } from '../../../platform/http/index.ts'
import type { LandingView, MarketingAssets } from '../contract.ts'

const TITLE = 'Answerloom · Create and Manage Your FAQ Knowledge Base'
const DESCRIPTION =
  'Publish your FAQs and let visitors ask in their own words: on your own FAQ page or in your website, with the source of every answer.'

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export interface LandingDocument {
  html: string
  headers: Record<string, string>
}

/** The landing page as a whole document, and the headers under which its one style sheet may be used. */
export function landingDocument(view: LandingView, assets: MarketingAssets, appUrl: string): LandingDocument {
  const address = escapeAttribute(`${appUrl}/`)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${TITLE}</title>`,
    `<meta name="description" content="${DESCRIPTION}">`,
    `<link rel="canonical" href="${address}">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Answerloom">',
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:title" content="${TITLE}">`,
    `<meta property="og:description" content="${DESCRIPTION}">`,
    `<style>${assets.css}</style>`,
  ].join('')
  const hash = createHash('sha256').update(assets.css).digest('base64')
  return {
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${assets.render(view)}</body></html>`,
    headers: {
      ...securityHeaders('visitor', { styleHashes: [`sha256-${hash}`], https: appUrl.startsWith('https:') }),
      'content-type': 'text/html; charset=utf-8',
    },
  }
}
