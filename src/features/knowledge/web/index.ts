import { BookOpen } from 'lucide-react'
import type { RouteObject } from 'react-router'
import type { NavigationItem } from '../../../web/navigation.ts'

export const routes: RouteObject[] = [{ path: '/knowledge', lazy: () => import('./knowledge-page.tsx') }]

export const navigation: NavigationItem[] = [
  { label: 'Knowledge', to: '/knowledge', icon: BookOpen, group: 'main', order: 3 },
]
