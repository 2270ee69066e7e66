import { markupToPlainText } from '../../../kernel/markup.ts'
import type { PublicFaq } from '../contract.ts'
import { jsonForScript } from './escape.ts'

/**
 * As much as the compression still remembers when the same words follow in the page; every FAQ says its own in full
 * on its own page. In characters of questions and answers.
 */
const MAX = 14_000

function whatFits(faqs: readonly PublicFaq[]): { question: string; answer: string }[] {
  const chosen: { question: string; answer: string }[] = []
  let size = 0
  for (const faq of faqs) {
    const answer = markupToPlainText(faq.answer)
    size += faq.question.length + answer.length
    if (size > MAX && chosen.length > 0) break
    chosen.push({ question: faq.question, answer })
  }
  return chosen
}

/** The page's FAQs as schema.org FAQPage, ready to stand inside a `<script type="application/ld+json">`. */
export function faqPageData(faqs: readonly PublicFaq[], page: { name: string; url: string; lang: string }): string {
  return jsonForScript({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    name: page.name,
    url: page.url,
    inLanguage: page.lang,
    mainEntity: whatFits(faqs).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })
}
