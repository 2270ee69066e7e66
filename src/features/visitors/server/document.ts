import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import { markupToPlainText } from '../../../kernel/markup.ts'
import { excerpt } from '../../../kernel/text.ts'
import { securityHeaders } from '../../../platform/http/index.ts'
import type { MissingView, PageView, PublicFaq, SourceView, VisitorAssets } from '../contract.ts'
import { brandStyle, callToActionOf, headingOf, monogramIcon } from '../domain/branding.ts'
import {
  breadcrumbData,
  collectionPageData,
  type DescribedPage,
  faqPageData,
  qaPageData,
  type TrailStep,
} from '../domain/structured-data.ts'
import { assetAddress } from '../domain/web-address.ts'
import { SOCIAL_IMAGE } from './social-image.ts'

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
/** The picture that goes with a shared link. */
export const PICTURE = { path: '/og.png', ...SOCIAL_IMAGE }

function headText(view: PageView, hidden: boolean): HeadText {
  const { place, texts } = view
  if (view.kind === 'missing')
    return { title: texts.missingTitle, description: texts.missingText, canonical: null, noindex: true }
  const { workspace } = view
  if (view.kind === 'faq') {
    return {
      title: `${view.faq.question} · ${workspace.name}`,
      description: excerpt(markupToPlainText(view.faq.answer), DESCRIPTION_MAX),
      canonical: `${place.canonical}/${encodeURIComponent(view.faq.slug)}`,
      noindex: hidden,
    }
  }
  if (view.kind === 'category') {
    const url = `${place.canonical}/categories/${view.collection.slug}`
    return {
      title: `${view.collection.name} · ${workspace.name}`,
      description: excerpt(view.faqs.map((faq) => faq.question).join(' · '), DESCRIPTION_MAX),
      canonical: view.page.number > 1 ? `${url}?page=${view.page.number}` : url,
      noindex: hidden,
    }
  }
  if (view.kind === 'source')
    return {
      title: `${view.source.title} · ${workspace.name}`,
      description: view.source.description,
      canonical: `${place.canonical}/sources/${view.source.slug}`,
      noindex: hidden,
    }
  const questions = (view.collections?.popular ?? view.faqs).slice(0, 3).map((faq) => faq.question)
  return {
    title: `${headingOf(workspace, texts)} · ${workspace.name}`,
    description: excerpt([callToActionOf(workspace, texts), ...questions].join(' · '), DESCRIPTION_MAX),
    canonical: view.page.number > 1 && !view.category ? `${place.canonical}?page=${view.page.number}` : place.canonical,
    noindex: hidden || view.search !== null || view.category !== null,
  }
}

function structuredData(view: PageView, head: HeadText): string {
  if (view.kind === 'missing' || view.kind === 'source' || head.noindex) return ''
  const { place } = view
  const page = { name: head.title, url: head.canonical ?? '', lang: place.contentLang || place.lang }
  return dataOf(view, page)
    .map((data) => `<script type="application/ld+json">${data}</script>`)
    .join('')
}

function dataOf(view: Exclude<PageView, MissingView | SourceView>, page: DescribedPage): string[] {
  const { place, texts } = view
  const trail = (...steps: TrailStep[]) =>
    breadcrumbData([{ name: texts.allQuestions, url: place.canonical }, ...steps])
  if (view.kind === 'faq') {
    const category = view.categoryPageUrl && { name: view.faq.category, url: view.categoryPageUrl }
    return [
      qaPageData(view.faq, page),
      trail(...(category ? [category] : []), { name: view.faq.question, url: page.url }),
    ]
  }
  const addressOf = ({ slug }: PublicFaq) => `${place.canonical}/${encodeURIComponent(slug)}`
  if (view.kind === 'category') {
    const items = view.faqs.map((faq) => ({ name: faq.question, url: addressOf(faq) }))
    return [collectionPageData(items, page), trail({ name: view.collection.name, url: page.url })]
  }
  if (view.collections) {
    const items = view.collections.collections.map(({ name, slug }) => ({
      name,
      url: `${place.canonical}/categories/${slug}`,
    }))
    return items.length ? [collectionPageData(items, page)] : []
  }
  return view.faqs.length ? [faqPageData(view.faqs, page)] : []
}

function tags(view: PageView, head: HeadText): string {
  const e = escapeHtml
  const out = [`<title>${e(head.title)}</title>`, `<meta name="description" content="${e(head.description)}">`]
  if (head.noindex) out.push('<meta name="robots" content="noindex">')
  if (view.kind === 'missing' || !head.canonical) return [...out, '<link rel="icon" href="/favicon.svg">'].join('')
  const { workspace, place } = view
  const icon = assetAddress(workspace.favicon_url) ?? assetAddress(workspace.logo_url)
  out.push(
    `<link rel="canonical" href="${e(head.canonical)}">`,
    `<link rel="icon" href="${e(icon ?? monogramIcon(workspace))}">`,
    `<meta property="og:url" content="${e(head.canonical)}">`,
    `<meta property="og:type" content="${view.kind === 'list' || view.kind === 'category' ? 'website' : 'article'}">`,
    `<meta property="og:title" content="${e(head.title)}">`,
    `<meta property="og:description" content="${e(head.description)}">`,
    `<meta property="og:site_name" content="${e(workspace.name)}">`,
    `<meta property="og:image" content="${e(place.canonical + PICTURE.path)}">`,
    `<meta property="og:image:width" content="${PICTURE.width}">`,
    `<meta property="og:image:height" content="${PICTURE.height}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  )
  if (view.kind === 'faq' || view.kind === 'source')
    out.push(`<link rel="alternate" type="text/markdown" href="${e(`${head.canonical}.md`)}">`)
  return out.join('')
}

const styleHash = (style: string) => `sha256-${createHash('sha256').update(style).digest('base64')}`

/** Styles beyond those of a list. */
const partsCss = (view: PageView, { collectionsCss }: VisitorAssets): string =>
  view.kind === 'source' || (view.kind === 'list' && !view.collections) ? '' : collectionsCss

/**
 * The whole HTML document of a page, and the headers under which its one style sheet and one script may run.
 *
 * @param o.https the page is served over HTTPS only
 * @param o.hidden true keeps search engines away
 */
export function documentOf(
  view: PageView,
  assets: VisitorAssets,
  options: { https: boolean; hidden: boolean },
): PageDocument {
  const head = headText(view, options.hidden)
  const { lang, dir } = view.place
  const style = view.kind === 'missing' ? assets.css : brandStyle(view.workspace) + assets.css + partsCss(view, assets)
  // Other pages are complete without a script.
  const script = view.kind === 'list' ? `<script type="module" src="${escapeHtml(assets.script)}"></script>` : ''
  const direction = dir === 'rtl' ? ' dir="rtl"' : ''
  const html = `<!doctype html><html lang="${escapeHtml(lang)}"${direction}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">${tags(view, head)}<style>${style}</style>${script}${structuredData(view, head)}</head><body>${assets.render(view)}</body></html>`
  const headers = securityHeaders('visitor', { styleHashes: [styleHash(style)], https: options.https })
  return { html, headers: head.noindex ? { ...headers, 'x-robots-tag': 'noindex' } : headers }
}
