import { CreditCard } from 'lucide-react'
import { lazy } from 'react'
import type { NavigationItem } from '../../../web/ui/navigation-item.ts'

export { FaqUsage } from './faq-usage.tsx'
export { planBadge } from './plan-badge.ts'
export { UsageMeter } from './usage-meter.tsx'
export { useAccessEnd } from './use-live-billing.ts'

/** The tab «Subscription & Billing» of the profile page. */
export const BillingTab = lazy(() => import('./billing-tab.tsx'))

/** Covers what needs a plan. */
export const Paywall = lazy(() => import('./paywall.tsx'))

/** Over every page while a payment is owed. */
export const PastDueBanner = lazy(() => import('./past-due-banner.tsx'))

export const navigation: NavigationItem[] = [
  {
    label: 'Billing',
    to: '/profile?tab=billing',
    icon: CreditCard,
    group: 'Settings',
    order: 3,
    keywords: 'subscription plan invoice upgrade',
  },
]
