import { createContext, type KeyboardEvent, type ReactNode, Suspense, use, useEffect, useId, useRef } from 'react'
import { formatNumber } from '../../kernel/format.ts'
import { cx } from './class-names.ts'
import { SkeletonRows } from './skeleton.tsx'

export interface TabsProps<T extends string> {
  value: T
  onValueChange: (value: T) => void
  tabs: readonly { value: T; label: ReactNode; count?: number }[]
  /** Accessible name of the list. */
  label: string
  /** `line` under a page header, `segment` for two equal choices (sign in / sign up). */
  variant?: 'line' | 'segment'
  /** TabPanel elements; only the one of the selected tab is shown. */
  children: ReactNode
  className?: string
}

const ChosenTab = createContext<string | null>(null)

/** Returns the index of the tab that `key` moves to, or undefined for other keys. */
function nextTabIndex(key: string, position: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (position + 1) % count
  if (key === 'ArrowLeft') return (position + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Shows all of an element of a scrolled row. The page around it stays where it is, unlike with `scrollIntoView`. */
function scrollSideways(row: Element, element: Element): void {
  const [shown, wanted] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  if (wanted.left < shown.left) row.scrollLeft += wanted.left - shown.left
  else if (wanted.right > shown.right) row.scrollLeft += wanted.right - shown.right
}

/**
 * Tabs with automatic activation, after the tabs pattern of the ARIA Authoring Practices. Keep `value` in the URL so
 * that a tab can be linked to.
 */
export function Tabs<T extends string>({
  value,
  onValueChange,
  tabs,
  label,
  variant = 'line',
  children,
  className,
}: TabsProps<T>) {
  const line = variant === 'line'
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const tabId = (of: string) => `${id}-${of}`
  const panelId = `${id}-panel`
  // Counts that arrive later make the row wider.
  const texts = tabs.map((tab) => `${tab.label} ${tab.count}`).join()
  // Narrow windows show only some of the tabs: scrolls the selected one into view.
  useEffect(() => {
    const chosen = value && texts && list.current?.querySelector('[aria-selected=true]')
    if (chosen && list.current) scrollSideways(list.current, chosen)
  }, [value, texts])

  function onKeyDown(event: KeyboardEvent) {
    const to = nextTabIndex(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to as number]?.focus()
    onValueChange(tab.value)
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={cx(
          'flex',
          line
            ? 'fading-ends gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]'
            : 'rounded-lg border border-line bg-sunken p-0.75 *:flex-1',
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={tabId(tab.value)}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? panelId : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onValueChange(tab.value)}
            onKeyDown={onKeyDown}
            className={cx(
              'text-md font-medium whitespace-nowrap text-ink-faint transition-colors select-none hover:text-ink aria-selected:text-ink',
              line
                ? 'h-10 rounded-xs border-b-2 border-transparent focus-visible:-outline-offset-2 aria-selected:border-accent-edge'
                : 'h-8 rounded-md border border-transparent px-3 aria-selected:border-line-strong aria-selected:bg-surface aria-selected:shadow-key coarse:h-10',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="ml-1.5 text-xs text-ink-soft tabular-nums">{formatNumber(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      {/* Rendered even when its content fails, because the selected tab refers to it. */}
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(value)} className="rounded-sm">
        <ChosenTab value={value}>{children}</ChosenTab>
      </div>
    </div>
  )
}

/** The content of one tab. */
export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  if (use(ChosenTab) !== value) return null
  return (
    <div className={className}>
      <Suspense fallback={<SkeletonRows rows={5} />}>{children}</Suspense>
    </div>
  )
}
