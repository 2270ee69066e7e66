import { ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import type { SuggestedFaq } from '../contract.ts'
import { SUGGESTED_FAQS_PATH } from './suggestion-words.ts'

const SHOWN = 3

/** FAQs that can be had with a click. */
export default function SuggestedFaqsCard({ items }: { items: readonly SuggestedFaq[] }) {
  return (
    <Card
      title="Suggested FAQs"
      description="Found in your own pages and documents"
      actions={
        <ButtonLink to={SUGGESTED_FAQS_PATH} size="sm">
          {`Review ${items.length}`}
        </ButtonLink>
      }
    >
      <ul aria-label="Suggested FAQs">
        {items.slice(0, SHOWN).map(({ id, question }) => (
          <li key={id} className="line-clamp-2 border-line py-2.5 text-md [overflow-wrap:anywhere] not-last:border-b">
            {question}
          </li>
        ))}
      </ul>
    </Card>
  )
}
