import { LayoutDashboard } from 'lucide-react'
import type { RouteObject } from 'react-router'
import type { NavigationItem } from '../../../web/ui/navigation-item.ts'

export const routes: RouteObject[] = [{ path: '/dashboard', lazy: () => import('./dashboard-page.tsx') }]

export const navigation: NavigationItem[] = [
  { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard, group: 'main', order: 0 },
]
