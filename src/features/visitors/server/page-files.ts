import { compressBody, securityHeaders } from '../../../platform/http/index.ts'
import type { SourcePage } from '../../knowledge/contract.ts'
import type { PublicPage } from '../contract.ts'
import { faqMarkdown, renderLlmsTxt, renderRobotsTxt, renderSitemap, sourceMarkdown } from '../domain/feeds.ts'
import { DEFAULT_LANGUAGE, languageOf } from '../domain/languages.ts'
import { visitorTextsIn } from '../domain/visitor-texts.ts'
import { collectionsOf, hasCollections } from './collections.ts'
import { SHARE_IMAGE } from './document.ts'
import { canonicalOf } from './page-setting.ts'
import { SHARED_CACHING } from './render-page.ts'
import { type RenderedResponse, renderedResponse } from './rendered.ts'
import { drawSocialImage } from './social-image.ts'

const XML_TYPE = 'application/xml; charset=utf-8'
const PLAIN_TEXT_TYPE = 'text/plain; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

const NOINDEX_HEADERS = { 'x-robots-tag': 'noindex' }

async function renderFile(
  contentType: string,
  fileBody: Buffer<ArrayBuffer>,
  extraHeaders: Record<string, string> = {},
): Promise<RenderedResponse> {
  const responseHeaders = { 'content-type': contentType, ...securityHeaders('api'), ...SHARED_CACHING, ...extraHeaders }
  return renderedResponse(200, responseHeaders, await compressBody(fileBody))
}

const renderTextFile = (contentType: string, fileText: string, extraHeaders?: Record<string, string>) =>
  renderFile(contentType, Buffer.from(fileText), extraHeaders)

/** A source as Markdown. */
export function sourceMarkdownFile(
  { slug, title, markdown }: SourcePage,
  { canonical, isHidden }: { canonical: string; isHidden: boolean },
): Promise<RenderedResponse> {
  const linkHeader = `<${canonical}/sources/${slug}>; rel="canonical"`
  return renderTextFile(MARKDOWN_TYPE, sourceMarkdown(title, markdown), {
    ...(isHidden ? NOINDEX_HEADERS : {}),
    link: linkHeader,
  })
}

/**
 * Files of a workspace: sitemap, llms.txt, each FAQ as Markdown, the image for shared links, and on a custom domain
 * robots.txt.
 * @param pageSubpath path below the workspace's page, with extension
 * @returns a function that renders it; null when there is no such file
 */
export function findPageFile(
  publicPage: PublicPage,
  pageSubpath: string,
  fileOptions: { appUrl: string; onDomain: boolean },
): (() => Promise<RenderedResponse>) | null {
  const canonicalUrl = canonicalOf(publicPage, fileOptions.appUrl)
  const indexHeaders = publicPage.noindex ? NOINDEX_HEADERS : {}
  const visitorTexts = () => visitorTextsIn(languageOf(publicPage.lang) ?? DEFAULT_LANGUAGE, publicPage.workspace.name)
  if (pageSubpath === '/sitemap.xml')
    return () =>
      renderTextFile(
        XML_TYPE,
        renderSitemap(publicPage, canonicalUrl, hasCollections(publicPage) ? collectionsOf(publicPage) : []),
      )
  if (pageSubpath === '/llms.txt')
    return () => renderTextFile(PLAIN_TEXT_TYPE, renderLlmsTxt(publicPage, canonicalUrl, visitorTexts()), indexHeaders)
  if (pageSubpath === '/robots.txt' && fileOptions.onDomain)
    return () => renderTextFile(PLAIN_TEXT_TYPE, renderRobotsTxt(publicPage, canonicalUrl))
  if (pageSubpath === SHARE_IMAGE.path)
    return async () =>
      // Other sites show it beside a link to the page.
      renderFile('image/png', await drawSocialImage(publicPage.workspace, visitorTexts()), {
        'cross-origin-resource-policy': 'cross-origin',
      })
  const requestedSlug = /^\/([^/]+)\.md$/.exec(pageSubpath)?.[1]
  const requestedFaq = requestedSlug && publicPage.faqs.find((candidate) => candidate.slug === requestedSlug)
  if (!requestedFaq) return null
  // The page is what search engines are to know it by.
  const linkHeader = `<${canonicalUrl}/${encodeURIComponent(requestedFaq.slug)}>; rel="canonical"`
  return () => renderTextFile(MARKDOWN_TYPE, faqMarkdown(requestedFaq), { ...indexHeaders, link: linkHeader })
}
