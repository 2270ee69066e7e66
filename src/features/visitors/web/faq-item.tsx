import { AnswerText } from './answer-text.tsx'
import type { ShownFaq } from './shown-faq.ts'

interface FaqItemProps {
  faq: ShownFaq
  /** Items of one group close each other. */
  group: string
  /** The FAQ's own page. */
  href: string
  /** Gives the item its address on the page; once per FAQ. */
  anchored?: boolean
}

/** One question that opens to its answer; a native disclosure, so it works before and without the script. */
export function FaqItem({ faq, group, href, anchored = false }: FaqItemProps) {
  return (
    <details
      name={group}
      className="faq"
      id={anchored ? faq.slug : undefined}
      data-id={anchored ? faq.id : undefined}
      data-category={anchored ? faq.category : undefined}
    >
      <summary>
        <h2>{faq.question}</h2>
      </summary>
      <div className="faq-body">
        <AnswerText blocks={faq.answer} />
        <a className="faq-link" href={href}>
          Link to this answer
        </a>
      </div>
    </details>
  )
}
