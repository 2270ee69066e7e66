import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { IconButton } from '../web/ui/icon-button.tsx'
import { scrimClasses } from '../web/ui/popup-classes.ts'
import { SidebarContents } from './sidebar-contents.tsx'
import type { SidebarState } from './sidebar-state.ts'

/** The sidebar of narrow windows; slides in over the page. */
export default function Drawer({ state }: { state: SidebarState }) {
  return (
    <Dialog.Root open={state.drawerOpen} onOpenChange={(open) => !open && state.closeDrawer()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClasses} />
        <Dialog.Popup
          id="sidebar"
          aria-label="Sidebar"
          // A closing drawer must not take the focus while it slides out.
          inert={!state.drawerOpen}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[calc(100vw-3rem)] flex-col border-r border-line-strong bg-sunken pb-[env(safe-area-inset-bottom)] shadow-overlay outline-none transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <SidebarContents collapsed={false} onNavigate={state.closeDrawer} />
          <Dialog.Close
            render={
              <IconButton
                label="Close sidebar"
                tooltip={false}
                icon={<X size={18} />}
                variant="secondary"
                className="absolute! top-2 -right-12"
              />
            }
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
