import type { RouteObject } from 'react-router'
import type { NavigationSection } from '../../../web/ui/navigation-item.ts'

export const routes: RouteObject[] = [{ path: '/knowledge/health', lazy: () => import('./help-health-page.tsx') }]

export const sections: NavigationSection[] = [
  { label: 'Help health', to: '/knowledge/health', parent: '/knowledge', order: 2 },
]
