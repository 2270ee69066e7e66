import type { RouteObject } from 'react-router'
import type { NavigationSection } from '../../../web/ui/navigation-item.ts'

export { OpenContradictions } from './open-contradictions.tsx'

export const routes: RouteObject[] = [
  { path: '/knowledge/contradictions', lazy: () => import('./contradictions-page.tsx') },
]

export const sections: NavigationSection[] = [
  { label: 'Contradictions', to: '/knowledge/contradictions', parent: '/knowledge', order: 1 },
]
