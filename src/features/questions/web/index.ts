import { Inbox } from 'lucide-react'
import type { RouteObject } from 'react-router'
import type { NavigationItem, NavigationSection } from '../../../web/ui/navigation-item.ts'
import { useUnreadQuestions } from './unread-questions.ts'

export { type DayRange, rangeOfLastDays, readRange, startOfDay } from '../domain/day-range.ts'
export { DateRangeFilter } from './filters/date-range-filter.tsx'
export { useNow } from './use-now.ts'
export { VisitorDataCard } from './visitor-data-card.tsx'

export const routes: RouteObject[] = [{ path: '/messages', lazy: () => import('./questions-page.tsx') }]

export const navigation: NavigationItem[] = [
  { label: 'Questions', to: '/messages', icon: Inbox, group: 'main', order: 2, useCount: useUnreadQuestions },
]

export const sections: NavigationSection[] = [{ label: 'Inbox', to: '/messages', parent: '/messages', order: 0 }]
