// No hooks and no browser: a server component may use everything here.
import type { PublicFaq } from '@answerloom/client'
import { jsonForScript } from '../../../src/kernel/escape-html.ts'
import { blocksToPlainText } from '../../../src/kernel/markup/write.ts'
import { FaqList, type FaqListProps, type FaqSelection, selectFaqs } from './faq-list.tsx'

export type { PublicFaq } from '@answerloom/client'
export { type FaqSelection, getFaqs } from './faq-list.tsx'

export interface AnswerloomFaqProps extends FaqSelection, Omit<FaqListProps, 'children'> {
  /** Adds schema.org data for search engines; true by default. Only one component of a page should have it. */
  jsonLd?: boolean
}

/** FAQs from `getFaqs` as a section that needs no script, with structured data for search engines. */
export function AnswerloomFaq({ faqs, category, limit, jsonLd = true, ...list }: AnswerloomFaqProps) {
  const shown = selectFaqs(faqs, { category, limit })
  return (
    <FaqList faqs={shown} {...list}>
      {jsonLd && shown.length > 0 && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: faqPageData(shown) }} />
      )}
    </FaqList>
  )
}

/** The FAQs as a schema.org FAQPage; the text holds no `<`, so it cannot end its script element. */
const faqPageData = (faqs: readonly PublicFaq[]): string =>
  jsonForScript({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, blocks }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: blocksToPlainText(blocks) },
    })),
  })
