import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Search, X } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { type Option, OptionList } from '../../../web/ui/option-list.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { useSearchText } from '../../../web/ui/use-search-text.ts'
import { type PageRule, SUGGESTIONS_MAX } from '../contract.ts'

type Suggestion = PageRule['suggestions'][number]

interface SuggestionsFieldProps {
  suggestions: readonly Suggestion[]
  error: string | undefined
  onChange: (suggestions: Suggestion[]) => void
}

/** Questions that are suggested: FAQs, or questions in words of one's own. */
export function SuggestionsField({ suggestions, error, onChange }: SuggestionsFieldProps) {
  const [adding, setAdding] = useState(false)
  const errorId = useId()
  const add = (suggestion: Suggestion) => {
    setAdding(false)
    onChange([...suggestions, suggestion])
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-medium">
        Suggested questions <span className="font-normal text-ink-faint">(optional)</span>
      </legend>
      {suggestions.length > 0 && (
        <ul aria-label="Suggested questions" className="divide-y divide-line rounded-lg border border-line-strong">
          {suggestions.map(({ faq_id: id, question, is_shown: isShown }, index) => (
            <li key={id ?? question} className="flex items-center gap-3 py-1 pr-1 pl-3 text-md">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{question}</span>
              {!isShown && <StatusBadge status="draft" label="Not published" />}
              <IconButton
                label={`Remove “${question}”`}
                tooltip={false}
                icon={<X size={16} />}
                onClick={() => onChange(suggestions.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p id={errorId} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      {adding ? (
        <QuestionPicker chosen={suggestions} onChoose={add} onCancel={() => setAdding(false)} />
      ) : (
        suggestions.length < SUGGESTIONS_MAX && (
          <div>
            <Button size="sm" icon={<Plus size={15} aria-hidden="true" />} onClick={() => setAdding(true)}>
              Add a question
            </Button>
          </div>
        )
      )}
    </fieldset>
  )
}

interface QuestionPickerProps {
  chosen: readonly Suggestion[]
  onChoose: (suggestion: Suggestion) => void
  onCancel: () => void
}

const OFFERED = 20

function QuestionPicker({ chosen, onChoose, onCancel }: QuestionPickerProps) {
  const [q, setQ] = useState('')
  const [typed, setTyped] = useSearchText(q, setQ)
  const query = useQuery(
    api.faqs.list.queryOptions({
      input: { status: 'published', limit: OFFERED, q: q.trim() || undefined },
      placeholderData: keepPreviousData,
    }),
  )
  const isChosen = (id: string) => chosen.some(({ faq_id: other }) => other === id)
  const faqs = (query.data?.items ?? [])
    .filter(({ id }) => !isChosen(id))
    .map(
      ({ id, question }): Option => ({
        id,
        label: question,
        onSelect: () => onChoose({ faq_id: id, question, is_shown: true }),
      }),
    )
  const words = typed.trim()
  const own: Option[] =
    words === ''
      ? []
      : [
          {
            id: 'own',
            label: `Suggest “${words}”`,
            end: <span className="text-xs text-ink-faint">Your own question</span>,
            onSelect: () => onChoose({ faq_id: null, question: words.slice(0, 500), is_shown: true }),
          },
        ]
  const waiting = query.isPending || typed !== q
  return (
    <div className="overflow-hidden rounded-lg border border-line-strong">
      <OptionList
        label="Questions"
        placeholder="Search your FAQs, or write a question…"
        onQueryChange={setTyped}
        onEscape={onCancel}
        empty={query.isPending ? 'Loading...' : 'Write a question.'}
        searchIcon={waiting ? <Spinner size={17} /> : <Search size={17} aria-hidden="true" />}
        className="h-56"
        options={[...faqs, ...own]}
      />
    </div>
  )
}
