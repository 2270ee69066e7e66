import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from './kbd.tsx'

/** Shares the short delay between neighbouring tooltips; placed once around the app. */
export const TooltipProvider = Base.Provider

export interface TooltipProps {
  label: string
  /** Keys as shown, for example `['⌘', 'B']`. */
  shortcut?: string[]
  side?: 'top' | 'right' | 'bottom' | 'left'
  disabled?: boolean
  /** One focusable element. Its name must not depend on the tooltip: give it text or `aria-label`. */
  children: ReactElement
}

export function Tooltip({ label, shortcut, side = 'top', disabled = false, children }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} delay={350} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-60">
          <Base.Popup className="flex origin-(--transform-origin) items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs font-medium text-paper shadow-overlay transition-[opacity,scale] duration-120 data-ending-style:scale-97 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:scale-97 data-starting-style:opacity-0">
            {label}
            {shortcut && <Kbd keys={shortcut} inverted />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
