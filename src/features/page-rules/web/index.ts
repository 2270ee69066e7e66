import type { RouteObject } from 'react-router'

/** Address of the rules' page. */
export const PAGE_RULES = '/widgets/page-rules'

export const routes: RouteObject[] = [{ path: PAGE_RULES, lazy: () => import('./page-rules-page.tsx') }]
