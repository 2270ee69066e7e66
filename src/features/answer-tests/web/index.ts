import type { RouteObject } from 'react-router'

export { FailingTests } from './failing-tests.tsx'

export const routes: RouteObject[] = [
  { path: '/messages/answer-tests', lazy: () => import('./answer-tests-page.tsx') },
  { path: '/messages/answer-tests/:testId', lazy: () => import('./answer-test-page.tsx') },
]
