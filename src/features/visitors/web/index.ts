import { AppWindow, Palette, Share2 } from 'lucide-react'
import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { NavigationItem } from '../../../web/ui/navigation-item.ts'

export { embedSnippet } from '../domain/embed-snippet.ts'
export const TryQuestion = lazy(() => import('./answer/try-question.tsx'))
export const InstallCheck = lazy(() =>
  import('./editor/install-check.tsx').then((module) => ({ default: module.InstallCheck })),
)

export const routes: RouteObject[] = [
  { path: '/widgets', lazy: () => import('./editor/widgets-page.tsx') },
  { path: '/faq-links', lazy: () => import('./editor/faq-links-page.tsx') },
]

export const navigation: NavigationItem[] = [
  { label: 'Widgets', to: '/widgets', icon: AppWindow, group: 'Pages', order: 2 },
  { label: 'Share FAQ', to: '/faq-links', icon: Share2, group: 'Pages', order: 3 },
  {
    label: 'Appearance',
    to: '/widgets?section=style',
    icon: Palette,
    group: 'Settings',
    order: 1.5,
    keywords: 'brand colors font logo theme style',
  },
]
