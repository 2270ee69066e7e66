import { createHash } from 'node:crypto'
import { markupToPlainText } from '../../../kernel/markup.ts'
import { excerpt } from '../../../kernel/text.ts'
import { securityHeaders } from '../../../platform/http/index.ts'
import type { PageView, VisitorAssets } from '../contract.ts'
import { brandStyle, callToActionOf, headingOf, monogramIcon } from '../domain/branding.ts'
import { escapeHtml } from '../domain/escape.ts'
import { faqPageData } from '../domain/structured-data.ts'
import { assetAddress } from '../domain/web-address.ts'

export interface PageDocument {
  html: string
  /** The page's security headers: its one style sheet may run by its hash. */
  headers: Record<string, string>
}

interface HeadText {
  title: string
  description: string
  /** Absolute; null where the page has no address of its own. */
  canonical: string | null
  noindex: boolean
}

const DESCRIPTION_MAX = 160

function headText(view: PageView, origin: string, hidden: boolean): HeadText {
  if (view.kind === 'missing') {
    const description = 'The requested FAQ page could not be found.'
    return { title: 'FAQ Page Not Found', description, canonical: null, noindex: true }
  }
  const { workspace, place } = view
  const url = `${origin}${place.base}`
  if (view.kind === 'faq') {
    return {
      title: `${view.faq.question} · ${workspace.name}`,
      description: excerpt(markupToPlainText(view.faq.answer), DESCRIPTION_MAX),
      canonical: `${url}/${encodeURIComponent(view.faq.slug)}`,
      noindex: hidden,
    }
  }
  const questions = view.faqs.slice(0, 3).map((faq) => faq.question)
  return {
    title: `${headingOf(workspace)} · ${workspace.name}`,
    description: excerpt([callToActionOf(workspace), ...questions].join(' · '), DESCRIPTION_MAX),
    canonical: view.page.number > 1 && !view.category ? `${url}?page=${view.page.number}` : url,
    noindex: hidden || view.search !== null || view.category !== null,
  }
}

function structuredData(view: PageView, head: HeadText): string {
  if (view.kind === 'missing' || head.noindex) return ''
  const faqs = view.kind === 'faq' ? [view.faq] : view.faqs
  if (!faqs.length) return ''
  const page = { name: head.title, url: head.canonical ?? '', lang: view.place.lang }
  return `<script type="application/ld+json">${faqPageData(faqs, page)}</script>`
}

function tags(view: PageView, head: HeadText, origin: string): string {
  const e = escapeHtml
  const out = [`<title>${e(head.title)}</title>`, `<meta name="description" content="${e(head.description)}">`]
  if (head.noindex) out.push('<meta name="robots" content="noindex">')
  if (head.canonical) {
    out.push(
      `<link rel="canonical" href="${e(head.canonical)}">`,
      `<meta property="og:url" content="${e(head.canonical)}">`,
    )
  }
  out.push(
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${e(head.title)}">`,
    `<meta property="og:description" content="${e(head.description)}">`,
  )
  if (view.kind === 'missing') return out.join('')
  out.push(`<meta property="og:site_name" content="${e(view.workspace.name)}">`)
  const logo = assetAddress(view.workspace.logo_url)
  out.push(`<link rel="icon" href="${e(logo ?? monogramIcon(view.workspace))}">`)
  if (logo) out.push(`<meta property="og:image" content="${e(logo.startsWith('/') ? `${origin}${logo}` : logo)}">`)
  return out.join('')
}

const styleHash = (style: string) => `sha256-${createHash('sha256').update(style).digest('base64')}`

/**
 * The whole HTML document of a page, and the headers under which its one style sheet and one script may run.
 *
 * @param origin the instance's address, without a slash at the end
 * @param hidden true keeps search engines away
 */
export function documentOf(view: PageView, assets: VisitorAssets, origin: string, hidden: boolean): PageDocument {
  const head = headText(view, origin, hidden)
  const style = view.kind === 'missing' ? assets.css : brandStyle(view.workspace) + assets.css
  // A missing page and a single FAQ are complete without a script.
  const script = view.kind === 'list' ? `<script type="module" src="${escapeHtml(assets.script)}"></script>` : ''
  const html = `<!doctype html><html lang="${escapeHtml(view.place.lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">${tags(view, head, origin)}<style>${style}</style>${script}${structuredData(view, head)}</head><body>${assets.render(view)}</body></html>`
  const https = origin.startsWith('https:')
  return { html, headers: securityHeaders('visitor', { styleHashes: [styleHash(style)], https }) }
}
