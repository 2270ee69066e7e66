import { useEffect, useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { CountBadge } from '../web/ui/badge.tsx'
import { cx } from '../web/ui/class-names.ts'
import { NAVIGATION_GROUPS, type NavigationItem, type NavigationSection } from '../web/ui/navigation-item.ts'
import { Spinner } from '../web/ui/spinner.tsx'
import { Tooltip } from '../web/ui/tooltip.tsx'
import { currentEntry } from './current-entry.ts'
import { SectionLink } from './section-link.tsx'
import { useNavigationEntries } from './use-navigation-entries.ts'

export interface NavigationListProps {
  collapsed: boolean
  onNavigate?: () => void
}

/** The groups of the sidebar with their entries. Empty groups are not rendered. */
export function NavigationList({ collapsed, onNavigate }: NavigationListProps) {
  const { items: all, current, parent, sections } = useNavigationEntries()
  const next = useNavigation().location
  const pending = next ? currentEntry(all, next) : null
  const list = useRef<HTMLElement>(null)
  // In low windows, the entry of an address that was opened directly would be out of sight: at first, and again when the
  // plan below the list is loaded and takes room from it.
  useEffect(() => {
    const room = list.current?.parentElement
    if (!current || !room) return
    const showCurrent = () => room.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
    const observer = new ResizeObserver(showCurrent)
    observer.observe(room)
    return () => observer.disconnect()
  }, [current])
  return (
    <nav ref={list} aria-label="Main" className="flex flex-col gap-3">
      {NAVIGATION_GROUPS.map((group) => {
        const items = all.filter((item) => item.group === group)
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
                  <Entry
                    item={item}
                    isOpen={item.to === parent}
                    isExact={item === current || item.to === current?.to}
                    isPending={item === pending && item.to !== parent}
                    collapsed={collapsed}
                    onNavigate={onNavigate}
                  />
                  {item.to === parent && !collapsed && sections.length > 0 && (
                    <Sections sections={sections} current={current} onNavigate={onNavigate} />
                  )}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

interface SectionsProps {
  sections: readonly NavigationSection[]
  current: NavigationItem | NavigationSection | null
  onNavigate: (() => void) | undefined
}

function Sections({ sections, current, onNavigate }: SectionsProps) {
  return (
    <ul className="mt-px mb-1 ml-4.5 flex flex-col gap-px border-l border-line-strong pl-2.5">
      {sections.map((section) => (
        <li key={section.to}>
          <SectionLink
            section={section}
            isCurrent={section === current}
            onClick={onNavigate}
            className="flex h-7 px-2 coarse:h-11"
          />
        </li>
      ))}
    </ul>
  )
}

const noCount = () => 0

interface EntryProps extends NavigationListProps {
  item: NavigationItem
  /** It, or a section of it, is the current page. */
  isOpen: boolean
  isExact: boolean
  isPending: boolean
}

function Entry({ item, isOpen, isExact, isPending, collapsed, onNavigate }: EntryProps) {
  // An entry always has the same hook.
  const { useCount = noCount } = item
  const count = useCount()
  const link = (
    <Link
      to={item.to}
      onClick={onNavigate}
      aria-current={isOpen ? (isExact ? 'page' : 'true') : undefined}
      className={cx(
        'relative flex h-8 items-center gap-2.5 rounded-md text-md font-medium transition-colors coarse:h-11',
        collapsed ? 'w-8.5 justify-center' : 'px-2.5',
        isOpen
          ? 'bg-pressed text-ink before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-accent-edge'
          : 'text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      {isPending ? <Spinner size={17} /> : <item.icon size={17} strokeWidth={1.9} aria-hidden="true" />}
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{item.label}</span>
      <CountBadge
        count={count}
        noun={count === 1 ? 'unread question' : 'unread questions'}
        className={collapsed ? 'absolute -top-1 -right-1' : undefined}
      />
    </Link>
  )
  return collapsed ? (
    <Tooltip label={item.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
