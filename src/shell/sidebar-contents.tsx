import { WorkspaceSwitcher } from '../features/workspaces/web/index.ts'
import { cx } from '../web/ui/class-names.ts'
import { NavigationList } from './navigation-list.tsx'
import { PlanFooter } from './plan-footer.tsx'

/** Workspace switcher, navigation and plan; shared by sidebar and drawer. */
export function SidebarContents({ collapsed, onNavigate }: { collapsed: boolean; onNavigate?: () => void }) {
  const padding = collapsed ? 'px-[0.4375rem]' : 'px-2.5'
  return (
    <>
      <div className={cx('flex h-14 items-center', padding)}>
        <WorkspaceSwitcher collapsed={collapsed} onChosen={onNavigate} />
      </div>
      <div className={cx('min-h-0 flex-1 overflow-y-auto pt-2 pb-4', padding)}>
        <NavigationList collapsed={collapsed} onNavigate={onNavigate} />
      </div>
      {!collapsed && (
        <div className={cx('border-t border-line', padding)}>
          <PlanFooter onNavigate={onNavigate} />
        </div>
      )}
    </>
  )
}
