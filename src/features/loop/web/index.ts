import { lazy } from 'react'
import type { RouteObject } from 'react-router'

export { FailingTests } from './answer-tests/failing-tests.tsx'
export { OpenContradictions } from './contradictions/open-contradictions.tsx'
export { OpenGaps } from './open-gaps.tsx'
export { OfferedFaqs } from './suggested-faqs/offered-faqs.tsx'

/** Part of a tab that is loaded by itself. */
export const DigestCard = lazy(() => import('./digest/digest-card.tsx'))

export const routes: RouteObject[] = [
  { path: '/messages/answer-tests', lazy: () => import('./answer-tests/answer-tests-page.tsx') },
  { path: '/messages/answer-tests/:testId', lazy: () => import('./answer-tests/answer-test-page.tsx') },
  { path: '/knowledge/contradictions', lazy: () => import('./contradictions/contradictions-page.tsx') },
  { path: '/messages/gaps', lazy: () => import('./gaps-page.tsx') },
  { path: '/messages/gaps/:groupId', lazy: () => import('./gap-page.tsx') },
  { path: '/pages/suggested', lazy: () => import('./suggested-faqs/suggested-faqs-page.tsx') },
]
