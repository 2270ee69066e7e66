import type { LucideIcon } from 'lucide-react'

/** Groups of the sidebar in their order; `main` is first and has no caption. */
export const NAVIGATION_GROUPS = ['main', 'Pages', 'Integrations', 'Settings'] as const
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number]

/** An entry of the sidebar and of the command palette; each feature exports those of its own pages. */
export interface NavigationItem {
  label: string
  to: string
  icon: LucideIcon
  group: NavigationGroup
  /** Position within the group, ascending. */
  order: number
  /** Adds the red counter of unread questions. */
  badge?: 'unread-questions'
}
