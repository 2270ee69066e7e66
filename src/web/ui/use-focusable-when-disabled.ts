import type { FocusEvent, FocusEventHandler, MouseEvent, MouseEventHandler } from 'react'
import { useState } from 'react'

interface Presses {
  disabled?: boolean | undefined
  onFocus?: FocusEventHandler<HTMLButtonElement> | undefined
  onBlur?: FocusEventHandler<HTMLButtonElement> | undefined
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
}

const refuse = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * A button that is disabled while it has the focus keeps it and refuses presses until the focus leaves it: a browser takes
 * the focus from what is disabled, and whoever works by keyboard would not know where they are. Answers what the button
 * element takes; `busy` holds it in the same way.
 */
export function useHeldFocus({ disabled = false, onFocus, onBlur, onClick }: Presses, busy: boolean) {
  const [focused, setFocused] = useState(false)
  const off = disabled || busy
  const held = off && focused
  return {
    disabled: off && !held,
    ...(held && { 'aria-disabled': true }),
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      setFocused(true)
      onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      // A window that loses the focus takes it from nothing in it.
      if (event.currentTarget.ownerDocument.activeElement !== event.currentTarget) setFocused(false)
      onBlur?.(event)
    },
    onClick: held ? refuse : onClick,
  }
}
