import type { RouteObject } from 'react-router'

/** One page at two paths: the trial banner links to the longer one. */
export const profileRoutes: RouteObject[] = ['/profile', '/dashboard/profile'].map((path) => ({
  path,
  lazy: () => import('./profile-page.tsx'),
}))

export const settingsRoutes: RouteObject[] = [{ path: '/settings', lazy: () => import('./settings-page.tsx') }]
