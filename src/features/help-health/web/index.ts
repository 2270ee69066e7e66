import type { RouteObject } from 'react-router'

export const routes: RouteObject[] = [{ path: '/knowledge/health', lazy: () => import('./help-health-page.tsx') }]
