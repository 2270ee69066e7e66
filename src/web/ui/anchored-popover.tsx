import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { cx } from './class-names.ts'
import { popupClasses } from './popup-classes.ts'

export interface AnchoredPopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that toggles the popover. It may be on the page before this code is loaded. */
  anchor: RefObject<HTMLButtonElement | null>
  /** True when the button does not scroll with the page; the popover then does not either. */
  fixed?: boolean
  label: string
  /** Takes the focus after closing; by default the anchor. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  className: string
  children: ReactNode
}

/** A popover of a button that is rendered elsewhere. */
export function AnchoredPopover({
  open,
  onOpenChange,
  anchor,
  fixed = false,
  label,
  finalFocus = anchor,
  className,
  children,
}: AnchoredPopoverProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The button toggles by itself: a click on it is not a click outside.
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
          <Popover.Popup aria-label={label} finalFocus={finalFocus} className={cx(popupClasses, className)}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
