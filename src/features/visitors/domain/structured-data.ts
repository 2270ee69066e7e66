import { jsonForScript } from '../../../kernel/escape-html.ts'
import { markupToPlainText } from '../../../kernel/markup.ts'
import type { PublicFaq } from '../contract.ts'

/**
 * As much as the compression still remembers when the same words follow in the page; every FAQ says its own in full
 * on its own page. In characters of questions and answers.
 */
const MAX = 14_000

/** `lang` is that of the questions; '' when it is not known. */
export interface DescribedPage {
  name: string
  url: string
  lang: string
}

const about = (type: 'FAQPage' | 'QAPage' | 'CollectionPage', { name, url, lang }: DescribedPage) => ({
  '@context': 'https://schema.org',
  '@type': type,
  name,
  url,
  ...(lang && { inLanguage: lang }),
})

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
export function faqPageData(faqs: readonly PublicFaq[], page: DescribedPage): string {
  return jsonForScript({
    ...about('FAQPage', page),
    mainEntity: whatFits(faqs).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })
}

/** One FAQ on a page of its own as schema.org QAPage. */
export function qaPageData(faq: PublicFaq, page: DescribedPage): string {
  return jsonForScript({
    ...about('QAPage', page),
    mainEntity: {
      '@type': 'Question',
      name: faq.question,
      text: faq.question,
      answerCount: 1,
      acceptedAnswer: { '@type': 'Answer', text: markupToPlainText(faq.answer), url: page.url },
    },
  })
}

/** A page and its address. */
export interface TrailStep {
  name: string
  url: string
}

/** A page that leads to others as schema.org CollectionPage. */
export function collectionPageData(items: readonly TrailStep[], page: DescribedPage): string {
  return jsonForScript({
    ...about('CollectionPage', page),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: items.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, url })),
    },
  })
}

/** The way to a page as schema.org BreadcrumbList; the last step is the page itself. */
export const breadcrumbData = (steps: readonly TrailStep[]): string =>
  jsonForScript({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  })
