import { PanelLeft, Search } from 'lucide-react'
import { UserMenu } from '../features/accounts/web/index.ts'
import { IconButton } from '../web/ui/icon-button.tsx'
import { COMMAND_KEY, Kbd } from '../web/ui/kbd.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import type { SidebarState } from './sidebar-state.ts'

export function TopBar({ sidebar, onSearch }: { sidebar: SidebarState; onSearch: () => void }) {
  const open = sidebar.narrow ? sidebar.drawerOpen : !sidebar.collapsed
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-paper px-3 sm:px-4">
      <IconButton
        label="Toggle sidebar"
        shortcut={[COMMAND_KEY, 'B']}
        tooltipSide="bottom"
        size="md"
        icon={<PanelLeft size={18} />}
        aria-expanded={open}
        // The drawer exists in the DOM only while it is open.
        aria-controls={sidebar.narrow && !sidebar.drawerOpen ? undefined : 'sidebar'}
        aria-keyshortcuts="Control+B Meta+B"
        onClick={sidebar.toggle}
      />
      <Breadcrumbs />
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="ml-auto flex h-9 shrink-0 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-md text-ink-faint transition-colors hover:border-control hover:text-ink-soft lg:w-64 coarse:h-11"
      >
        <Search size={15} aria-hidden="true" />
        <span className="flex-1 text-left max-lg:sr-only">Search or jump to…</span>
        <span className="max-lg:hidden coarse:hidden">
          <Kbd keys={[COMMAND_KEY, 'K']} />
        </span>
      </button>
      <UserMenu />
    </header>
  )
}
