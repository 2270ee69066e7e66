import { jsonForScript } from '../../../kernel/escape-html.ts'
import { markupToPlainText } from '../../../kernel/markup.ts'
import type { PublicFaq } from '../contract.ts'

/**
 * As much as the compression still remembers when the same words follow in the page; every FAQ says its own in full
 * on its own page. In characters of questions and answers.
 */
const FAQ_PAGE_LENGTH_MAX = 14_000

/** `lang` is that of the questions; '' when it is not known. */
export interface DescribedPage {
  name: string
  url: string
  lang: string
}

const describePage = (schemaType: 'FAQPage' | 'QAPage' | 'CollectionPage', { name, url, lang }: DescribedPage) => ({
  '@context': 'https://schema.org',
  '@type': schemaType,
  name,
  url,
  ...(lang && { inLanguage: lang }),
})

function faqsWithinLimit(publicFaqs: readonly PublicFaq[]): { question: string; answer: string }[] {
  const includedFaqs: { question: string; answer: string }[] = []
  let includedLength = 0
  for (const faq of publicFaqs) {
    const answerText = markupToPlainText(faq.answer)
    includedLength += faq.question.length + answerText.length
    if (includedLength > FAQ_PAGE_LENGTH_MAX && includedFaqs.length > 0) break
    includedFaqs.push({ question: faq.question, answer: answerText })
  }
  return includedFaqs
}

/** The page's FAQs as schema.org FAQPage, ready to stand inside a `<script type="application/ld+json">`. */
export function faqPageData(faqs: readonly PublicFaq[], describedPage: DescribedPage): string {
  return jsonForScript({
    ...describePage('FAQPage', describedPage),
    mainEntity: faqsWithinLimit(faqs).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })
}

/** One FAQ on a page of its own as schema.org QAPage. */
export function qaPageData(faq: PublicFaq, describedPage: DescribedPage): string {
  return jsonForScript({
    ...describePage('QAPage', describedPage),
    mainEntity: {
      '@type': 'Question',
      name: faq.question,
      text: faq.question,
      answerCount: 1,
      acceptedAnswer: { '@type': 'Answer', text: markupToPlainText(faq.answer), url: describedPage.url },
    },
  })
}

/** A page and its address. */
export interface TrailStep {
  name: string
  url: string
}

/** A page that leads to others as schema.org CollectionPage. */
export function collectionPageData(linkedPages: readonly TrailStep[], describedPage: DescribedPage): string {
  return jsonForScript({
    ...describePage('CollectionPage', describedPage),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: linkedPages.map(({ name, url }, itemIndex) => ({
        '@type': 'ListItem',
        position: itemIndex + 1,
        name,
        url,
      })),
    },
  })
}

/** The way to a page as schema.org BreadcrumbList; the last step is the page itself. */
export const breadcrumbData = (trailSteps: readonly TrailStep[]): string =>
  jsonForScript({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trailSteps.map(({ name, url }, stepIndex) => ({
      '@type': 'ListItem',
      position: stepIndex + 1,
      name,
      item: url,
    })),
  })
