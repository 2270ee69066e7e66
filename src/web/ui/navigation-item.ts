import type { LucideIcon } from 'lucide-react'

/** The captions of the sidebar, in their order; items of `main` stand above them without a caption. */
export const NAVIGATION_GROUPS = ['main', 'Pages', 'Integrations', 'Settings'] as const
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number]

/** One entry of the sidebar and of the command palette; a feature exports those of its own pages. */
export interface NavigationItem {
  label: string
  to: string
  icon: LucideIcon
  group: NavigationGroup
  /** Position within the group, ascending. */
  order: number
  /** Set where the entry carries the red counter of unread questions. */
  badge?: 'unread-questions'
}
