import {
  cloneElement,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from 'react'
import type { ButtonProps } from './button.tsx'
import type { MenuEntrance, MenuItemProps, MenuPopupProps, MenuRadioGroupProps } from './menu-popup.tsx'
import { useOnceTrue } from './use-once-true.ts'

// The button is rendered at once; the popup is loaded on hover, focus or press.
const load = () => import('./menu-popup.tsx')
const part = <Name extends keyof Awaited<ReturnType<typeof load>>>(name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

const LazyPopup = part('MenuPopup')
const LazyItem = part('MenuItem')
const LazyLink = part('MenuLink')
const LazySeparator = part('MenuSeparator')
const LazyRadioGroup = lazy(async () => ({ default: (await load()).MenuRadioGroup<string> }))

export interface MenuProps extends Omit<MenuPopupProps, 'open' | 'onOpenChange' | 'anchor' | 'entrance'> {
  /** A Button, an IconButton or a plain `button`. */
  trigger: ReactElement<ButtonProps>
  /** Called when the menu opens or closes, for callers that keep its entries stable while it is open. */
  onOpenChange?: (open: boolean) => void
}

/** A dropdown menu. */
export function Menu({ trigger, onOpenChange, ...popup }: MenuProps) {
  const [open, setOpen] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const wanted = useOnceTrue(open)
  const anchor = useRef<HTMLButtonElement>(null)
  const entrance = useRef<MenuEntrance>(null)
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPointerEnter: () => void load(),
        onFocus: () => void load(),
        onClick: ({ detail }: MouseEvent) => {
          // A click with `detail` 0 comes from Enter, Space or a screen reader.
          entrance.current = detail === 0 ? 'first' : null
          show(!open)
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          entrance.current = event.key === 'ArrowDown' ? 'first' : 'last'
          show(true)
        },
      })}
      <Suspense>
        {wanted && <LazyPopup {...popup} open={open} onOpenChange={show} anchor={anchor} entrance={entrance} />}
      </Suspense>
    </>
  )
}

export const MenuItem = (props: MenuItemProps) => <LazyItem {...props} />

/** An item that links to a page of the dashboard. */
export const MenuLink = (props: { icon?: ReactNode; to: string; children: ReactNode }) => <LazyLink {...props} />

export const MenuSeparator = () => <LazySeparator />

export function MenuRadioGroup<T extends string>({ onValueChange, ...props }: MenuRadioGroupProps<T>) {
  // The lazy component is not generic; the values come from options of type `T`.
  return <LazyRadioGroup {...props} onValueChange={(value) => onValueChange(value as T)} />
}
