import { escapeHtml } from '../../../kernel/escape-html.ts'
import { markupToPlainText } from '../../../kernel/markup.ts'
import { oneLine } from '../../../kernel/text.ts'
import { MCP_PATH } from '../../mcp/contract.ts'
import type { Collection, PublicFaq, PublicPage, VisitorTexts } from '../contract.ts'
import { callToActionOf, headingOf } from './branding.ts'
import { categoriesOf } from './paging.ts'

/** The protocol's bound (sitemaps.org): more addresses would make the whole file invalid. */
const SITEMAP_ADDRESSES_MAX = 50_000

/** Characters that would end the text of a Markdown link. */
const escapeLinkText = (linkLabel: string) => oneLine(linkLabel).replace(/[\\[\]]/g, '\\$&')

const faqAddress = (pageUrl: string, faq: PublicFaq) => `${pageUrl}/${encodeURIComponent(faq.slug)}`

/**
 * The page, those of its collections and every FAQ's own page for search engines (sitemaps.org, protocol 0.9); nothing where the workspace keeps
 * them away.
 *
 * @param pageUrl without a slash at the end
 * @param collections those that have a page of their own
 */
export function renderSitemap(
  { faqs, sources, noindex }: PublicPage,
  pageUrl: string,
  collections: readonly Collection[] = [],
): string {
  const allAddresses = [
    pageUrl,
    ...collections.map(({ slug }) => `${pageUrl}/categories/${slug}`),
    ...faqs.map((faq) => faqAddress(pageUrl, faq)),
    ...sources.map(({ slug }) => `${pageUrl}/sources/${slug}`),
  ]
  const addresses = noindex ? [] : allAddresses.slice(0, SITEMAP_ADDRESSES_MAX)
  const urlElements = addresses.map((pageAddress) => `<url><loc>${escapeHtml(pageAddress)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urlElements.join('\n')}
</urlset>
`
}

/**
 * The robots.txt of a custom domain. Hidden pages may be crawled, because their noindex would not be seen otherwise.
 */
export const renderRobotsTxt = ({ noindex }: PublicPage, pageUrl: string): string =>
  `User-agent: *\nAllow: /\nDisallow: /api/\n${noindex ? '' : `Sitemap: ${pageUrl}/sitemap.xml\n`}`

/**
 * The way for language models (llmstxt.org): every FAQ by category, each with the address of its Markdown, and the MCP
 * server for assistants.
 */
export function renderLlmsTxt(
  { workspace, faqs, sources, categories, servesMcp }: PublicPage,
  pageUrl: string,
  visitorTexts: Pick<VisitorTexts, 'heading' | 'callToAction' | 'help'>,
): string {
  const faqsByCategory = Map.groupBy(faqs, (faq) => faq.category)
  const categorySections = categoriesOf(faqs, categories).map((category) => {
    const faqLinks = (faqsByCategory.get(category) ?? []).map(
      (faq) => `- [${escapeLinkText(faq.question)}](${faqAddress(pageUrl, faq)}.md)`,
    )
    return `## ${oneLine(category)}\n\n${faqLinks.join('\n')}\n`
  })
  if (sources.length > 0) {
    const sourceLinks = sources.map(({ slug, title }) => `- [${escapeLinkText(title)}](${pageUrl}/sources/${slug}.md)`)
    categorySections.push(`## ${visitorTexts.help.sources}\n\n${sourceLinks.join('\n')}\n`)
  }
  // The format's own word for what may be left out; English as the protocol's name is.
  if (servesMcp)
    categorySections.push(
      `## Optional\n\n- [MCP server](${pageUrl}${MCP_PATH}): search, fetch and ask over streamable HTTP\n`,
    )
  const pageSummary = `${oneLine(headingOf(workspace, visitorTexts))}: ${oneLine(callToActionOf(workspace, visitorTexts))}`
  return [`# ${oneLine(workspace.name)}\n\n> ${pageSummary}\n`, ...categorySections].join('\n')
}

/** A source as Markdown, below its title where it does not begin with one. */
export const sourceMarkdown = (sourceTitle: string, sourceBody: string): string =>
  `${sourceBody.startsWith('# ') ? '' : `# ${oneLine(sourceTitle)}\n\n`}${sourceBody}\n`

/** One FAQ as Markdown. */
export const faqMarkdown = (faq: PublicFaq): string => `# ${oneLine(faq.question)}\n\n${answerMarkdown(faq.answer)}\n`

/** An answer's own markup is Markdown; other characters with a meaning in Markdown are escaped. */
const answerMarkdown = (answerMarkup: string): string =>
  answerMarkup.includes('<')
    ? markupToPlainText(answerMarkup).replace(/[<&]/g, (character) => (character === '<' ? '&lt;' : '&amp;'))
    : answerMarkup.trim()
