import { lazy, Suspense } from 'react'
import { useSuggestions } from './use-suggestions.ts'

const SuggestedFaqsCard = lazy(() => import('./suggested-faqs-card.tsx'))

/** On the dashboard: FAQs from the team's own pages. Loaded only where some are offered. */
export function OfferedFaqs() {
  const { data } = useSuggestions()
  return <Suspense>{data && data.items.length > 0 && <SuggestedFaqsCard items={data.items} />}</Suspense>
}
