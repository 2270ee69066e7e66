import { lazy } from 'react'

export { planBadge } from './plan-badge.ts'

/** The tab «Subscription & Billing» of the profile page. */
export const BillingTab = lazy(() => import('./billing-tab.tsx'))
