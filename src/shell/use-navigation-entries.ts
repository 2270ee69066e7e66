import { useLocation } from 'react-router'
import { useWorkspace } from '../features/workspaces/web/index.ts'
import type { NavigationItem, NavigationSection } from '../web/ui/navigation-item.ts'
import { currentEntry } from './current-entry.ts'
import { navigationFor } from './navigation-for.ts'

/** The entries for this person; of these the open page's, and the sections beside it. */
export function useNavigationEntries() {
  const { can } = useWorkspace()
  const address = useLocation()
  const { items, sections } = navigationFor(can('workspace.settings'))
  const current: NavigationItem | NavigationSection | null = currentEntry([...items, ...sections], address)
  const parentPath = current && 'parent' in current ? current.parent : (current?.to ?? null)
  return {
    items,
    current,
    parent: parentPath,
    sections: sections.filter((section) => section.parent === parentPath),
  }
}
