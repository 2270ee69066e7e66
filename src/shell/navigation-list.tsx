import { NavLink } from 'react-router'
import { CountBadge } from '../web/ui/badge.tsx'
import { cx } from '../web/ui/class-names.ts'
import { NAVIGATION_GROUPS, type NavigationItem } from '../web/ui/navigation-item.ts'
import { Spinner } from '../web/ui/spinner.tsx'
import { Tooltip } from '../web/ui/tooltip.tsx'
import { navigation } from './navigation.ts'
import { useUnreadQuestions } from './unread-questions.ts'

export interface NavigationListProps {
  collapsed: boolean
  onNavigate?: () => void
}

/** The groups of the sidebar with their entries. Empty groups are not rendered. */
export function NavigationList({ collapsed, onNavigate }: NavigationListProps) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-4">
      {NAVIGATION_GROUPS.map((group) => {
        const items = navigation.filter((item) => item.group === group)
        if (items.length === 0) return null
        return (
          <div key={group}>
            {group !== 'main' &&
              (collapsed ? (
                <div className="mx-2 mb-2 h-px bg-line-strong" />
              ) : (
                <h2 className="mb-1 px-2.5 text-xs font-medium tracking-normal text-ink-faint">{group}</h2>
              ))}
            <ul className="flex flex-col gap-px">
              {items.map((item) => (
                <li key={item.to}>
                  <Entry item={item} collapsed={collapsed} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function Entry({ item, collapsed, onNavigate }: NavigationListProps & { item: NavigationItem }) {
  const unread = useUnreadQuestions()
  const count = item.badge === 'unread-questions' ? unread : 0
  const link = (
    <NavLink
      to={item.to}
      // Exact match only when another entry's path is below this one.
      end={navigation.some(({ to }) => to.startsWith(`${item.to}/`))}
      onClick={onNavigate}
      className={({ isActive }) =>
        cx(
          'relative flex h-8.5 items-center gap-2.5 rounded-md text-md font-medium transition-colors coarse:h-11',
          collapsed ? 'w-8.5 justify-center' : 'px-2.5',
          isActive
            ? 'bg-pressed text-ink before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-accent-edge'
            : 'text-ink-soft hover:bg-hover hover:text-ink',
        )
      }
    >
      {({ isPending }) => (
        <>
          {isPending ? <Spinner size={17} /> : <item.icon size={17} strokeWidth={1.9} aria-hidden="true" />}
          <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{item.label}</span>
          <CountBadge
            count={count}
            noun={count === 1 ? 'unread question' : 'unread questions'}
            className={collapsed ? 'absolute -top-1 -right-1' : undefined}
          />
        </>
      )}
    </NavLink>
  )
  return collapsed ? (
    <Tooltip label={item.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
