import type { FocusEvent, FocusEventHandler, MouseEvent, MouseEventHandler } from 'react'
import { useState } from 'react'

interface ButtonHandlers {
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
 * Keeps the focus on a button that becomes disabled or busy while it is focused, and ignores clicks until the focus
 * leaves it. Browsers remove the focus from disabled elements, and keyboard users would lose their place. Returns the
 * properties for the button element.
 */
export function useFocusableWhenDisabled(
  { disabled = false, onFocus, onBlur, onClick }: ButtonHandlers,
  busy: boolean,
) {
  const [focused, setFocused] = useState(false)
  const off = disabled || busy
  const keepsFocus = off && focused
  return {
    disabled: off && !keepsFocus,
    ...(keepsFocus && { 'aria-disabled': true }),
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      setFocused(true)
      onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      // A blur of the whole window leaves the active element as it is.
      if (event.currentTarget.ownerDocument.activeElement !== event.currentTarget) setFocused(false)
      onBlur?.(event)
    },
    onClick: keepsFocus ? refuse : onClick,
  }
}
