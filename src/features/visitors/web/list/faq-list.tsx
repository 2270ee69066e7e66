import { fillPlaceholders } from '../../domain/fill.ts'
import { type HelpState, LIST_ID } from '../help-state.ts'
import { EmptyState } from './empty-state.tsx'
import { FaqItem } from './faq-item.tsx'
import type { ShownFaq } from './shown-faq.ts'

interface FaqListProps {
  faqs: ShownFaq[]
  category: string | null
  state: HelpState
}

export function FaqList({ faqs, category, state }: FaqListProps) {
  const shown = faqs.filter((faq) => category === null || faq.category === category).slice(0, state.limit)
  const { texts } = state
  return (
    <div id={LIST_ID}>
      {shown.map((faq) => (
        <FaqItem key={faq.id} faq={faq} group="_faqs" state={state} />
      ))}
      {shown.length === 0 && !state.partial && (
        <EmptyState title={texts.none}>
          {category === null ? texts.noneYet : fillPlaceholders(texts.noneIn, { category })}
        </EmptyState>
      )}
    </div>
  )
}
