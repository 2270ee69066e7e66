import type { RouteObject } from 'react-router'
import type { NavigationSection } from '../../../web/ui/navigation-item.ts'
import { useOpenGapCount } from './use-open-gap-count.ts'

export { OpenGaps } from './open-gaps.tsx'

export const routes: RouteObject[] = [
  { path: '/messages/gaps', lazy: () => import('./gaps-page.tsx') },
  { path: '/messages/gaps/:gapId', lazy: () => import('./gap-page.tsx') },
]

export const sections: NavigationSection[] = [
  { label: 'Gaps', to: '/messages/gaps', parent: '/messages', order: 1, useCount: useOpenGapCount },
]
