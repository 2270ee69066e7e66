import { EmptyState } from './empty-state.tsx'
import { FaqItem } from './faq-item.tsx'
import { LIST_ID } from './help-state.ts'
import type { ShownFaq } from './shown-faq.ts'

interface FaqListProps {
  faqs: ShownFaq[]
  category: string | null
  base: string
}

export function FaqList({ faqs, category, base }: FaqListProps) {
  const shown = faqs.filter((faq) => category === null || faq.category === category)
  return (
    <div id={LIST_ID}>
      {shown.map((faq) => (
        <FaqItem key={faq.id} faq={faq} group="_faqs" href={`${base}/${faq.slug}`} anchored />
      ))}
      {shown.length === 0 && (
        <EmptyState>
          {category === null ? 'No FAQs have been published yet.' : `No FAQs found in ${category} category.`}
        </EmptyState>
      )}
    </div>
  )
}
