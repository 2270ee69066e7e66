import { lazy, Suspense } from 'react'
import { cx } from '../web/ui/class-names.ts'
import { useOnceTrue } from '../web/ui/use-once-true.ts'
import { SidebarContents } from './sidebar-contents.tsx'
import type { SidebarState } from './sidebar-state.ts'

const Drawer = lazy(() => import('./drawer.tsx'))

/** A column beside the page in wide windows, a drawer over it in narrow ones. */
export function Sidebar({ state }: { state: SidebarState }) {
  const drawerWanted = useOnceTrue(state.drawerOpen)
  if (state.narrow) {
    return <Suspense>{drawerWanted && <Drawer state={state} />}</Suspense>
  }
  return (
    <aside
      id="sidebar"
      aria-label="Sidebar"
      className={cx(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-r border-line bg-sunken',
        state.collapsed ? 'w-12' : 'w-64',
      )}
    >
      <SidebarContents collapsed={state.collapsed} />
    </aside>
  )
}
