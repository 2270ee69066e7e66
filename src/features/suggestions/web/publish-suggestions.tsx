import { Check } from 'lucide-react'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { FormError } from '../../../web/ui/form.tsx'
import { AnswerText } from '../../faqs/web/index.ts'
import type { SuggestedFaq } from '../contract.ts'
import { SUGGESTED_FAQS_PATH } from './suggestion-words.ts'
import { useSuggestionActions } from './use-suggestion-actions.ts'

const SHOWN = 3

/** The first suggestions with their answers, each published by one press. */
export default function PublishSuggestions({ items }: { items: readonly SuggestedFaq[] }) {
  const actions = useSuggestionActions()
  return (
    <>
      <FormError message={actions.limited} />
      <ul aria-label="Suggested FAQs" className="rounded-lg border border-line">
        {items.slice(0, SHOWN).map(({ id, question, answer }) => (
          <li key={id} className="flex flex-wrap items-start gap-3 border-line px-4 py-3 not-last:border-b">
            <div className="min-w-0 flex-1 basis-56">
              <p id={`publish-${id}`} className="font-medium [overflow-wrap:anywhere]">
                {question}
              </p>
              <div className="mt-1 line-clamp-2 text-ink-soft [&_li]:text-md [&_p]:text-md">
                <AnswerText text={answer} />
              </div>
            </div>
            <Button
              size="sm"
              icon={<Check size={15} />}
              disabled={actions.busy}
              aria-describedby={`publish-${id}`}
              onClick={() => actions.add([id], 'published')}
            >
              Publish
            </Button>
          </li>
        ))}
      </ul>
      <ButtonLink to={SUGGESTED_FAQS_PATH} size="sm" className="self-start">
        {`Review all ${items.length}`}
      </ButtonLink>
    </>
  )
}
