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
export const SHARE_IMAGE = { path: '/og.png', ...SOCIAL_IMAGE }

function headTextOf(pageView: PageView, isHidden: boolean): HeadText {
  const { place, texts } = pageView
  if (pageView.kind === 'missing')
    return { title: texts.missingTitle, description: texts.missingText, canonical: null, noindex: true }
  const { workspace } = pageView
  if (pageView.kind === 'faq') {
    return {
      title: `${pageView.faq.question} · ${workspace.name}`,
      description: excerpt(markupToPlainText(pageView.faq.answer), DESCRIPTION_MAX),
      canonical: `${place.canonical}/${encodeURIComponent(pageView.faq.slug)}`,
      noindex: isHidden,
    }
  }
  if (pageView.kind === 'category') {
    const categoryUrl = `${place.canonical}/categories/${pageView.collection.slug}`
    return {
      title: `${pageView.collection.name} · ${workspace.name}`,
      description: excerpt(pageView.faqs.map((faq) => faq.question).join(' · '), DESCRIPTION_MAX),
      canonical: pageView.page.number > 1 ? `${categoryUrl}?page=${pageView.page.number}` : categoryUrl,
      noindex: isHidden,
    }
  }
  if (pageView.kind === 'source')
    return {
      title: `${pageView.source.title} · ${workspace.name}`,
      description: pageView.source.description,
      canonical: `${place.canonical}/sources/${pageView.source.slug}`,
      noindex: isHidden,
    }
  const firstQuestions = (pageView.collections?.popular ?? pageView.faqs).slice(0, 3).map((faq) => faq.question)
  return {
    title: `${headingOf(workspace, texts)} · ${workspace.name}`,
    description: excerpt([callToActionOf(workspace, texts), ...firstQuestions].join(' · '), DESCRIPTION_MAX),
    canonical:
      pageView.page.number > 1 && !pageView.category
        ? `${place.canonical}?page=${pageView.page.number}`
        : place.canonical,
    noindex: isHidden || pageView.search !== null || pageView.category !== null,
  }
}

function structuredData(pageView: PageView, headText: HeadText): string {
  if (pageView.kind === 'missing' || pageView.kind === 'source' || headText.noindex) return ''
  const { place } = pageView
  const describedPage = { name: headText.title, url: headText.canonical ?? '', lang: place.contentLang || place.lang }
  return structuredDataOf(pageView, describedPage)
    .map((jsonLd) => `<script type="application/ld+json">${jsonLd}</script>`)
    .join('')
}

function structuredDataOf(
  pageView: Exclude<PageView, MissingView | SourceView>,
  describedPage: DescribedPage,
): string[] {
  const { place, texts } = pageView
  const breadcrumbTo = (...trailSteps: TrailStep[]) =>
    breadcrumbData([{ name: texts.allQuestions, url: place.canonical }, ...trailSteps])
  if (pageView.kind === 'faq') {
    const category = pageView.categoryPageUrl && { name: pageView.faq.category, url: pageView.categoryPageUrl }
    return [
      qaPageData(pageView.faq, describedPage),
      breadcrumbTo(...(category ? [category] : []), { name: pageView.faq.question, url: describedPage.url }),
    ]
  }
  const faqAddress = ({ slug }: PublicFaq) => `${place.canonical}/${encodeURIComponent(slug)}`
  if (pageView.kind === 'category') {
    const faqLinks = pageView.faqs.map((faq) => ({ name: faq.question, url: faqAddress(faq) }))
    return [
      collectionPageData(faqLinks, describedPage),
      breadcrumbTo({ name: pageView.collection.name, url: describedPage.url }),
    ]
  }
  if (pageView.collections) {
    const collectionLinks = pageView.collections.collections.map(({ name, slug }) => ({
      name,
      url: `${place.canonical}/categories/${slug}`,
    }))
    return collectionLinks.length ? [collectionPageData(collectionLinks, describedPage)] : []
  }
  return pageView.faqs.length ? [faqPageData(pageView.faqs, describedPage)] : []
}

function headTags(pageView: PageView, headText: HeadText): string {
  const tagLines = [
    `<title>${escapeHtml(headText.title)}</title>`,
    `<meta name="description" content="${escapeHtml(headText.description)}">`,
  ]
  if (headText.noindex) tagLines.push('<meta name="robots" content="noindex">')
  if (pageView.kind === 'missing' || !headText.canonical)
    return [...tagLines, '<link rel="icon" href="/favicon.svg">'].join('')
  const { workspace, place } = pageView
  const iconAddress = assetAddress(workspace.favicon_url) ?? assetAddress(workspace.logo_url)
  tagLines.push(
    `<link rel="canonical" href="${escapeHtml(headText.canonical)}">`,
    `<link rel="icon" href="${escapeHtml(iconAddress ?? monogramIcon(workspace))}">`,
    `<meta property="og:url" content="${escapeHtml(headText.canonical)}">`,
    `<meta property="og:type" content="${pageView.kind === 'list' || pageView.kind === 'category' ? 'website' : 'article'}">`,
    `<meta property="og:title" content="${escapeHtml(headText.title)}">`,
    `<meta property="og:description" content="${escapeHtml(headText.description)}">`,
    `<meta property="og:site_name" content="${escapeHtml(workspace.name)}">`,
    `<meta property="og:image" content="${escapeHtml(place.canonical + SHARE_IMAGE.path)}">`,
    `<meta property="og:image:width" content="${SHARE_IMAGE.width}">`,
    `<meta property="og:image:height" content="${SHARE_IMAGE.height}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  )
  if (pageView.kind === 'faq' || pageView.kind === 'source')
    tagLines.push(`<link rel="alternate" type="text/markdown" href="${escapeHtml(`${headText.canonical}.md`)}">`)
  return tagLines.join('')
}

const styleHash = (styleText: string) => `sha256-${createHash('sha256').update(styleText).digest('base64')}`

/** Styles beyond those of a list. */
const additionalCss = (pageView: PageView, { collectionsCss }: VisitorAssets): string =>
  pageView.kind === 'source' || (pageView.kind === 'list' && !pageView.collections) ? '' : collectionsCss

/**
 * The whole HTML document of a page, and the headers under which its one style sheet and one script may run.
 *
 * @param documentOptions.https the page is served over HTTPS only
 * @param documentOptions.hidden true keeps search engines away
 */
export function renderDocument(
  pageView: PageView,
  visitorAssets: VisitorAssets,
  documentOptions: { https: boolean; hidden: boolean },
): PageDocument {
  const pageHead = headTextOf(pageView, documentOptions.hidden)
  const { lang, dir } = pageView.place
  const styleSheet =
    pageView.kind === 'missing'
      ? visitorAssets.css
      : brandStyle(pageView.workspace) + visitorAssets.css + additionalCss(pageView, visitorAssets)
  // Other pages are complete without a script.
  const scriptTag =
    pageView.kind === 'list' ? `<script type="module" src="${escapeHtml(visitorAssets.script)}"></script>` : ''
  const directionAttribute = dir === 'rtl' ? ' dir="rtl"' : ''
  const documentHtml = `<!doctype html><html lang="${escapeHtml(lang)}"${directionAttribute}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">${headTags(pageView, pageHead)}<style>${styleSheet}</style>${scriptTag}${structuredData(pageView, pageHead)}</head><body>${visitorAssets.render(pageView)}</body></html>`
  const responseHeaders = securityHeaders('visitor', {
    styleHashes: [styleHash(styleSheet)],
    https: documentOptions.https,
  })
  return {
    html: documentHtml,
    headers: pageHead.noindex ? { ...responseHeaders, 'x-robots-tag': 'noindex' } : responseHeaders,
  }
}
