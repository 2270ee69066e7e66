import type { NavigationItem, NavigationSection } from '../web/ui/navigation-item.ts'
import { navigation, sections } from './navigation.ts'

/** The entries and sections that a person may open. */
export function navigationFor(isOwner: boolean): {
  items: readonly NavigationItem[]
  sections: readonly NavigationSection[]
} {
  const mayOpen = ({ forOwners }: { forOwners?: boolean }) => !forOwners || isOwner
  return { items: navigation.filter(mayOpen), sections: sections.filter(mayOpen) }
}
