import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { cx } from './class-names.ts'
import { popupClasses } from './popup-classes.ts'

export interface AnchoredPopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button it belongs to; it toggles by itself, and may stand there before this code has arrived. */
  anchor: RefObject<HTMLButtonElement | null>
  /** The button stays in its place while the page is scrolled, and so does the popup. */
  fixed?: boolean
  label: string
  className: string
  children: ReactNode
}

/** A popup of a button that is not part of it. */
export function AnchoredPopover({
  open,
  onOpenChange,
  anchor,
  fixed = false,
  label,
  className,
  children,
}: AnchoredPopoverProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // A press on the button is no press outside.
        const onButton = event.target instanceof Node && anchor.current?.contains(event.target)
        if (next || !onButton) onOpenChange(next)
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          positionMethod={fixed ? 'fixed' : 'absolute'}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-70"
        >
          <Popover.Popup aria-label={label} finalFocus={anchor} className={cx(popupClasses, className)}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
