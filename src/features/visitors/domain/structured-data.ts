import { markupToPlainText } from '../../../kernel/markup.ts'
import type { PublicFaq } from '../contract.ts'
import { jsonForScript } from './escape.ts'

/** Search engines show a handful; a page of hundreds need not carry every answer twice. */
const MAX = 50

/** The page's FAQs as schema.org FAQPage, ready to stand inside a `<script type="application/ld+json">`. */
export function faqPageData(faqs: readonly PublicFaq[], page: { name: string; url: string; lang: string }): string {
  return jsonForScript({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    name: page.name,
    url: page.url,
    inLanguage: page.lang,
    mainEntity: faqs.slice(0, MAX).map((faq) => ({
      '@type': 'Question',
      name: faq.question,
      acceptedAnswer: { '@type': 'Answer', text: markupToPlainText(faq.answer) },
    })),
  })
}
