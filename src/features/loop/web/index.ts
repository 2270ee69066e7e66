import type { RouteObject } from 'react-router'

export { GapsCard } from './gaps-card.tsx'

export const routes: RouteObject[] = [
  { path: '/messages/gaps', lazy: () => import('./gaps-page.tsx') },
  { path: '/messages/gaps/:groupId', lazy: () => import('./gap-page.tsx') },
]
