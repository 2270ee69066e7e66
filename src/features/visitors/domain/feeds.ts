import { markupToPlainText } from '../../../kernel/markup.ts'
import type { PublicPage } from '../contract.ts'
import { callToActionOf, headingOf } from './branding.ts'
import { escapeHtml } from './escape.ts'

/** The page and every FAQ's own page for search engines (sitemaps.org, protocol 0.9). @param url without a slash at the end */
export function sitemapOf({ faqs }: PublicPage, url: string): string {
  const addresses = [url, ...faqs.slice(0, 49_999).map((faq) => `${url}/${encodeURIComponent(faq.slug)}`)]
  const entries = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

/** The FAQs as Markdown for language models (llmstxt.org). */
export function llmsTextOf({ workspace, faqs }: PublicPage, url: string): string {
  const line = (text: string) => text.replace(/\s+/gu, ' ').trim()
  const parts = faqs.map(
    (faq) => `### ${line(faq.question)}\n\n${markupToPlainText(faq.answer)}\n\n${url}/${encodeURIComponent(faq.slug)}`,
  )
  return `# ${line(workspace.name)}\n\n> ${line(callToActionOf(workspace))}\n\n## ${line(headingOf(workspace))}\n\n${parts.join('\n\n')}\n`
}
