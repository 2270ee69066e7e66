import type { RouteObject } from 'react-router'
import type { NavigationSection } from '../../../web/ui/navigation-item.ts'

export { OpenDoubtfulAnswers } from './open-doubtful-answers.tsx'

export const routes: RouteObject[] = [{ path: '/messages/doubtful', lazy: () => import('./doubtful-answers-page.tsx') }]

export const sections: NavigationSection[] = [
  { label: 'Doubtful answers', to: '/messages/doubtful', parent: '/messages', order: 2 },
]
