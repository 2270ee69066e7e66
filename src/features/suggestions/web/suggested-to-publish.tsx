import { lazy, type ReactNode, Suspense } from 'react'
import { useSuggestions } from './use-suggestions.ts'

const PublishSuggestions = lazy(() => import('./publish-suggestions.tsx'))

/** Suggestions to publish at once, loaded only where there are some; `otherwise` without any. */
export function SuggestedToPublish({ otherwise }: { otherwise: ReactNode }) {
  const { data } = useSuggestions()
  if (!data || data.items.length === 0) return otherwise
  return (
    <Suspense>
      <PublishSuggestions items={data.items} />
    </Suspense>
  )
}
