import { lazy } from 'react'

export { FaqUsage } from './faq-usage.tsx'
export { dayOf } from './format.ts'
export { planBadge } from './plan-badge.ts'
export { UsageMeter } from './usage-meter.tsx'
export { useAccessEnd } from './use-live-billing.ts'

/** The tab «Subscription & Billing» of the profile page. */
export const BillingTab = lazy(() => import('./billing-tab.tsx'))

/** Covers what needs a plan. */
export const Paywall = lazy(() => import('./paywall.tsx'))

/** Over every page while a payment is owed. */
export const PastDueBanner = lazy(() => import('./past-due-banner.tsx'))
