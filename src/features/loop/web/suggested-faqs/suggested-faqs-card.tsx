import { ButtonLink } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { SUGGESTED_FAQS } from './suggestion-words.ts'
import { useSuggestions } from './use-suggestions.ts'

const SHOWN = 3

/** On the dashboard: FAQs that can be had with a click. Nothing where there are none. */
export default function SuggestedFaqsCard() {
  const { data } = useSuggestions()
  if (!data || data.items.length === 0) return null
  return (
    <Card
      title="Suggested FAQs"
      description="Found in your own pages and documents"
      actions={
        <ButtonLink to={SUGGESTED_FAQS} size="sm">
          {`Review ${data.items.length}`}
        </ButtonLink>
      }
    >
      <ul aria-label="Suggested FAQs">
        {data.items.slice(0, SHOWN).map(({ id, question }) => (
          <li key={id} className="line-clamp-2 border-line py-2.5 text-md [overflow-wrap:anywhere] not-last:border-b">
            {question}
          </li>
        ))}
      </ul>
    </Card>
  )
}
