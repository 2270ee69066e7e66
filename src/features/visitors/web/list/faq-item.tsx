import { AnswerText } from '../answer/answer-text.tsx'
import type { HelpState } from '../help-state.ts'
import { Highlighted } from '../search/highlighted.tsx'
import type { ShownFaq } from './shown-faq.ts'

interface FaqItemProps {
  faq: ShownFaq
  /** Items of one group close each other. */
  group: string
  /** Words to mark. */
  query?: string
  state: HelpState
}

/**
 * One question that opens to its answer; a native disclosure, so it works before and without the script. The anchor
 * is inside: browsers open what hides the place an address leads to.
 */
export function FaqItem({ faq, group, query, state: { base, asked, contentLang, texts } }: FaqItemProps) {
  const lang = contentLang || undefined
  return (
    <details name={group} className="faq" data-id={faq.id} data-category={faq.category}>
      <summary>
        <h2 lang={lang} dir="auto">
          {query ? <Highlighted text={faq.question} query={query} /> : faq.question}
        </h2>
      </summary>
      <div className="faq-body" id={faq.slug}>
        <AnswerText blocks={faq.blocks} lang={lang} />
        <a className="faq-link" href={`${base}/${faq.slug}${asked && `?lang=${asked}`}`}>
          {texts.link}
        </a>
      </div>
    </details>
  )
}
