import type { RouteObject } from 'react-router'
import type { NavigationSection } from '../../../web/ui/navigation-item.ts'

export { FailingTests } from './failing-tests.tsx'

export const routes: RouteObject[] = [
  { path: '/messages/answer-tests', lazy: () => import('./answer-tests-page.tsx') },
  { path: '/messages/answer-tests/:testId', lazy: () => import('./answer-test-page.tsx') },
]

export const sections: NavigationSection[] = [
  { label: 'Answer tests', to: '/messages/answer-tests', parent: '/messages', order: 3 },
]
