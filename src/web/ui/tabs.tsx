import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './class-names.ts'

export interface TabsProps<T extends string> {
  value: T
  onValueChange: (value: T) => void
  tabs: readonly { value: T; label: ReactNode }[]
  /** Names the list for assistive technology. */
  label: string
  /** `line` under a page header, `segment` where both choices are equals (sign in / sign up). */
  variant?: 'line' | 'segment'
  /** TabPanel elements. */
  children: ReactNode
  className?: string
}

/** Keep `value` in the URL, so that a tab can be linked to. */
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
  // A narrow window shows some of the tabs only: the chosen one is among them, however it was chosen.
  useEffect(() => {
    if (value) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Base.Root value={value} onValueChange={(next: T) => onValueChange(next)} className={className}>
      <Base.List
        ref={list}
        aria-label={label}
        activateOnFocus
        className={cx(
          'relative isolate flex',
          line
            ? 'gap-5 overflow-x-auto border-b border-line'
            : 'rounded-lg border border-line bg-sunken p-0.75 *:flex-1',
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={cx(
              'z-1 text-md font-medium whitespace-nowrap text-ink-faint transition-colors select-none hover:text-ink data-active:text-ink',
              line ? 'h-10 rounded-xs focus-visible:-outline-offset-2' : 'h-8 rounded-md px-3 coarse:h-10',
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator
          className={cx(
            'absolute left-0 w-(--active-tab-width) translate-x-(--active-tab-left) transition-[translate,width] duration-180',
            line
              ? 'bottom-0 h-0.5 bg-accent-edge'
              : 'top-(--active-tab-top) h-(--active-tab-height) rounded-md border border-line-strong bg-surface shadow-key',
          )}
        />
      </Base.List>
      {children}
    </Base.Root>
  )
}

export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  return (
    <Base.Panel value={value} className={cx('rounded-sm', className)}>
      {children}
    </Base.Panel>
  )
}
