import type { RouteObject } from 'react-router'
import type { NavigationSection } from '../../../web/ui/navigation-item.ts'
import { useSuggestionCount } from './use-suggestions.ts'

export { OfferedFaqs } from './offered-faqs.tsx'
export { SuggestedToPublish } from './suggested-to-publish.tsx'

export const routes: RouteObject[] = [{ path: '/pages/suggested', lazy: () => import('./suggested-faqs-page.tsx') }]

export const sections: NavigationSection[] = [
  { label: 'Suggested', to: '/pages/suggested', parent: '/pages', order: 1, useCount: useSuggestionCount },
]
