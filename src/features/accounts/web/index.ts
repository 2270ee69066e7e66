import type { RouteObject } from 'react-router'

export { displayName, loadSession, sessionExpired, useSession } from './session.ts'
export { UserMenu } from './user-menu.tsx'

/** Pages that need no session. */
export const publicRoutes: RouteObject[] = [{ path: '/auth', lazy: () => import('./auth-page.tsx') }]
