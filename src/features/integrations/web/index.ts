import { Plug } from 'lucide-react'
import type { RouteObject } from 'react-router'
import type { NavigationItem } from '../../../web/ui/navigation-item.ts'

export const routes: RouteObject[] = [
  { path: '/dashboard/integrations', lazy: () => import('./integrations-page.tsx') },
]

export const navigation: NavigationItem[] = [
  { label: 'Integrations', to: '/dashboard/integrations', icon: Plug, group: 'Integrations', order: 1 },
]
