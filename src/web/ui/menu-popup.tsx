import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { FocusEvent, ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { cx } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { popupClasses } from './popup-classes.ts'

/** Entry that is focused when the menu opens. */
export type MenuEntrance = 'first' | 'last'

export interface MenuPopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that toggles the menu and gets the focus back. */
  anchor: RefObject<HTMLButtonElement | null>
  /** Entry to focus once the menu is rendered; null when it was opened by pointer. */
  entrance: RefObject<MenuEntrance | null>
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** MenuItem, MenuLink, MenuSeparator or MenuRadioGroup elements. */
  children: ReactNode
  className?: string
}

/** The popup of a Menu. */
export function MenuPopup({ open, onOpenChange, anchor, ...popup }: MenuPopupProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The button toggles by itself: a click on it is not a click outside.
        const onButton = event.target instanceof Node && anchor.current?.contains(event.target)
        if (next || !onButton) onOpenChange(next)
      }}
    >
      <Popup {...popup} anchor={anchor} />
    </Base.Root>
  )
}

const ENTRIES = '[role^=menuitem]:not([data-disabled])'

function Popup({
  align = 'end',
  side = 'bottom',
  children,
  className,
  anchor,
  entrance,
}: Omit<MenuPopupProps, 'open' | 'onOpenChange'>) {
  // Base UI does not know the button as the trigger, so it focuses the menu itself.
  const enter = ({ target, currentTarget }: FocusEvent) => {
    const end = entrance.current
    if (end === null || target !== currentTarget) return
    entrance.current = null
    const entries = [...currentTarget.querySelectorAll<HTMLElement>(ENTRIES)]
    entries.at(end === 'first' ? 0 : -1)?.focus()
  }
  return (
    // A landmark: the popup is rendered at the end of the page, outside of every other landmark.
    <Base.Portal render={<section aria-label="Menu" />}>
      <Base.Positioner
        anchor={anchor}
        align={align}
        side={side}
        sideOffset={4}
        collisionPadding={8}
        // Stays where it opened: content that arrives moves the button, and a press would miss its entry.
        disableAnchorTracking
        className="z-70 outline-none"
      >
        <Base.Popup
          finalFocus={anchor}
          onFocus={enter}
          className={cx(
            popupClasses,
            'max-h-(--available-height) min-w-48 max-w-[calc(100vw-1rem)] overflow-y-auto p-1',
            className,
          )}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

const itemClasses = (destructive = false) =>
  cx(
    'flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-sm px-2 py-1 text-left text-md outline-none select-none coarse:min-h-11',
    'data-disabled:pointer-events-none data-disabled:opacity-50 [&>svg]:shrink-0',
    destructive ? 'text-bad data-highlighted:bg-bad-soft' : 'text-ink data-highlighted:bg-hover [&>svg]:text-ink-faint',
  )

export interface MenuItemProps {
  /** A lucide icon with `size={16}`. */
  icon?: ReactNode
  shortcut?: string[]
  destructive?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, shortcut, destructive, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item className={itemClasses(destructive)} disabled={disabled} onClick={onSelect}>
      {icon}
      <span className="flex-1">{children}</span>
      {shortcut && <Kbd keys={shortcut} />}
    </Base.Item>
  )
}

/** An item that goes somewhere inside the dashboard. */
export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <Base.Item className={itemClasses()} render={<Link to={to} />}>
      {icon}
      <span className="flex-1">{children}</span>
    </Base.Item>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}

/** A caption over its items. */
function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-faint">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export interface MenuRadioGroupProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  onValueChange: (value: T) => void
}

export function MenuRadioGroup<T extends string>({ label, value, options, onValueChange }: MenuRadioGroupProps<T>) {
  return (
    <MenuGroup label={label}>
      <Base.RadioGroup value={value} onValueChange={(next: T) => onValueChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={itemClasses()}>
            {option.icon}
            <span className="flex-1">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check size={15} aria-hidden="true" className="text-accent-ink" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </MenuGroup>
  )
}
