import { lazy } from 'react'
import type { RouteObject } from 'react-router'

/** Who pays for the selected workspace, with the way to take over. */
export { PayerCard } from './payer-card.tsx'
export { ProNote } from './pro-note.tsx'

/** The tab «Team Members» of the profile page. */
export const TeamTab = lazy(() => import('./team-tab.tsx'))

/** Where the link of an invitation leads, signed in or not. */
export const invitationRoutes: RouteObject[] = [{ path: '/invitation', lazy: () => import('./invitation-page.tsx') }]
