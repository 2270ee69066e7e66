import { compressBody, securityHeaders } from '../../../platform/http/index.ts'
import type { SourcePage } from '../../knowledge/contract.ts'
import type { PublicPage } from '../contract.ts'
import { faqMarkdown, llmsTextOf, robotsOf, sitemapOf, sourceMarkdown } from '../domain/feeds.ts'
import { DEFAULT_LANGUAGE, languageOf } from '../domain/languages.ts'
import { textsOf } from '../domain/visitor-texts.ts'
import { collectionsOf, hasCollections } from './collections.ts'
import { PICTURE } from './document.ts'
import { canonicalOf } from './page-setting.ts'
import { SHARED_CACHING } from './render-page.ts'
import { type Rendered, rendered } from './rendered.ts'
import { socialImage } from './social-image.ts'

const XML = 'application/xml; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

const NOINDEX = { 'x-robots-tag': 'noindex' }

async function file(type: string, body: Buffer<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Rendered> {
  const all = { 'content-type': type, ...securityHeaders('api'), ...SHARED_CACHING, ...headers }
  return rendered(200, all, await compressBody(body))
}

const text = (type: string, body: string, headers?: Record<string, string>) => file(type, Buffer.from(body), headers)

/** A source as Markdown. */
export function sourceFile(
  { slug, title, markdown }: SourcePage,
  { canonical, isHidden }: { canonical: string; isHidden: boolean },
): Promise<Rendered> {
  const link = `<${canonical}/sources/${slug}>; rel="canonical"`
  return text(MARKDOWN, sourceMarkdown(title, markdown), { ...(isHidden ? NOINDEX : {}), link })
}

/**
 * Files of a workspace: sitemap, llms.txt, each FAQ as Markdown, the image for shared links, and on a custom domain
 * robots.txt.
 * @param rest path below the workspace's page, with extension
 * @returns a function that renders it; null when there is no such file
 */
export function pageFile(
  page: PublicPage,
  rest: string,
  options: { appUrl: string; onDomain: boolean },
): (() => Promise<Rendered>) | null {
  const url = canonicalOf(page, options.appUrl)
  const hidden = page.noindex ? NOINDEX : {}
  const texts = () => textsOf(languageOf(page.lang) ?? DEFAULT_LANGUAGE, page.workspace.name)
  if (rest === '/sitemap.xml')
    return () => text(XML, sitemapOf(page, url, hasCollections(page) ? collectionsOf(page) : []))
  if (rest === '/llms.txt') return () => text(TEXT, llmsTextOf(page, url, texts()), hidden)
  if (rest === '/robots.txt' && options.onDomain) return () => text(TEXT, robotsOf(page, url))
  if (rest === PICTURE.path)
    return async () =>
      // Other sites show it beside a link to the page.
      file('image/png', await socialImage(page.workspace, texts()), { 'cross-origin-resource-policy': 'cross-origin' })
  const slug = /^\/([^/]+)\.md$/.exec(rest)?.[1]
  const faq = slug && page.faqs.find((candidate) => candidate.slug === slug)
  if (!faq) return null
  // The page is what search engines are to know it by.
  const link = `<${url}/${encodeURIComponent(faq.slug)}>; rel="canonical"`
  return () => text(MARKDOWN, faqMarkdown(faq), { ...hidden, link })
}
