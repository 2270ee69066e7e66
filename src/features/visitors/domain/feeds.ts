import { escapeHtml } from '../../../kernel/escape-html.ts'
import { markupToPlainText } from '../../../kernel/markup.ts'
import { oneLine } from '../../../kernel/text.ts'
import { MCP_PATH } from '../../mcp/contract.ts'
import type { Collection, PublicFaq, PublicPage, VisitorTexts } from '../contract.ts'
import { callToActionOf, headingOf } from './branding.ts'
import { categoriesOf } from './paging.ts'

/** The protocol's bound (sitemaps.org): more addresses would make the whole file invalid. */
const SITEMAP_MAX = 50_000

/** Characters that would end the text of a Markdown link. */
const linkText = (text: string) => oneLine(text).replace(/[\\[\]]/g, '\\$&')

const addressOf = (url: string, faq: PublicFaq) => `${url}/${encodeURIComponent(faq.slug)}`

/**
 * The page, those of its collections and every FAQ's own page for search engines (sitemaps.org, protocol 0.9); nothing where the workspace keeps
 * them away.
 *
 * @param url without a slash at the end
 * @param collections those that have a page of their own
 */
export function sitemapOf(
  { faqs, sources, noindex }: PublicPage,
  url: string,
  collections: readonly Collection[] = [],
): string {
  const all = [
    url,
    ...collections.map(({ slug }) => `${url}/categories/${slug}`),
    ...faqs.map((faq) => addressOf(url, faq)),
    ...sources.map(({ slug }) => `${url}/sources/${slug}`),
  ]
  const addresses = noindex ? [] : all.slice(0, SITEMAP_MAX)
  const entries = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

/**
 * The robots.txt of a custom domain. Hidden pages may be crawled, because their noindex would not be seen otherwise.
 */
export const robotsOf = ({ noindex }: PublicPage, url: string): string =>
  `User-agent: *\nAllow: /\nDisallow: /api/\n${noindex ? '' : `Sitemap: ${url}/sitemap.xml\n`}`

/**
 * The way for language models (llmstxt.org): every FAQ by category, each with the address of its Markdown, and the MCP
 * server for assistants.
 */
export function llmsTextOf(
  { workspace, faqs, sources, categories, servesMcp }: PublicPage,
  url: string,
  texts: Pick<VisitorTexts, 'heading' | 'callToAction' | 'help'>,
): string {
  const byCategory = Map.groupBy(faqs, (faq) => faq.category)
  const sections = categoriesOf(faqs, categories).map((category) => {
    const links = (byCategory.get(category) ?? []).map(
      (faq) => `- [${linkText(faq.question)}](${addressOf(url, faq)}.md)`,
    )
    return `## ${oneLine(category)}\n\n${links.join('\n')}\n`
  })
  if (sources.length > 0) {
    const links = sources.map(({ slug, title }) => `- [${linkText(title)}](${url}/sources/${slug}.md)`)
    sections.push(`## ${texts.help.sources}\n\n${links.join('\n')}\n`)
  }
  // The format's own word for what may be left out; English as the protocol's name is.
  if (servesMcp)
    sections.push(`## Optional\n\n- [MCP server](${url}${MCP_PATH}): search, fetch and ask over streamable HTTP\n`)
  const about = `${oneLine(headingOf(workspace, texts))}: ${oneLine(callToActionOf(workspace, texts))}`
  return [`# ${oneLine(workspace.name)}\n\n> ${about}\n`, ...sections].join('\n')
}

/** A source as Markdown, below its title where it does not begin with one. */
export const sourceMarkdown = (title: string, markdown: string): string =>
  `${markdown.startsWith('# ') ? '' : `# ${oneLine(title)}\n\n`}${markdown}\n`

/** One FAQ as Markdown. */
export const faqMarkdown = (faq: PublicFaq): string => `# ${oneLine(faq.question)}\n\n${markdownOf(faq.answer)}\n`

/** An answer's own markup is Markdown; other characters with a meaning in Markdown are escaped. */
const markdownOf = (answer: string): string =>
  answer.includes('<')
    ? markupToPlainText(answer).replace(/[<&]/g, (c) => (c === '<' ? '&lt;' : '&amp;'))
    : answer.trim()
