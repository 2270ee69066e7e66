import { Users } from 'lucide-react'
import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { NavigationItem } from '../../../web/ui/navigation-item.ts'

/** Payer of the selected workspace, with the action to take over. */
export { PayerCard } from './payer-card.tsx'
export { ProNote } from './pro-note.tsx'

/** The tab «Team Members» of the profile page. */
export const TeamTab = lazy(() => import('./team-tab.tsx'))

/** Page of an invitation link, for signed-in and signed-out users. */
export const invitationRoutes: RouteObject[] = [{ path: '/invitation', lazy: () => import('./invitation-page.tsx') }]

export const navigation: NavigationItem[] = [
  {
    label: 'Team',
    to: '/profile?tab=team',
    icon: Users,
    group: 'Settings',
    order: 2,
    keywords: 'members invite roles',
  },
]
