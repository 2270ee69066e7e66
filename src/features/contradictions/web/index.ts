import type { RouteObject } from 'react-router'

export { OpenContradictions } from './open-contradictions.tsx'

export const routes: RouteObject[] = [
  { path: '/knowledge/contradictions', lazy: () => import('./contradictions-page.tsx') },
]
