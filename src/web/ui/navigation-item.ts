import type { LucideIcon } from 'lucide-react'

/** Groups of the sidebar in their order; `main` is first and has no caption. */
export const NAVIGATION_GROUPS = ['main', 'Pages', 'Integrations', 'Settings'] as const
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number]

interface NavigationEntry {
  label: string
  /** Path, and the parameters that its page has in the address. */
  to: string
  /** Position within the group or the parent, ascending. */
  order: number
  /** Shown only to owners. */
  forOwners?: boolean
  /** A number beside the label, updated live. */
  useCount?: () => number
}

/** An entry of the sidebar and of the command palette; each feature exports those of its own pages. */
export interface NavigationItem extends NavigationEntry {
  icon: LucideIcon
  group: NavigationGroup
  /** Further words by which the command palette finds it. */
  keywords?: string
}

/** A page below an entry: it is listed under it, as long as one of them is open. */
export interface NavigationSection extends NavigationEntry {
  /** `to` of the entry. */
  parent: string
}
