import type { RouteObject } from 'react-router'

export { OpenGaps } from './open-gaps.tsx'

export const routes: RouteObject[] = [
  { path: '/messages/gaps', lazy: () => import('./gaps-page.tsx') },
  { path: '/messages/gaps/:gapId', lazy: () => import('./gap-page.tsx') },
]
