import type { FocusEvent, FocusEventHandler, MouseEvent, MouseEventHandler } from 'react'
import { useState } from 'react'

interface ButtonHandlers {
  disabled?: boolean | undefined
  onFocus?: FocusEventHandler<HTMLButtonElement> | undefined
  onBlur?: FocusEventHandler<HTMLButtonElement> | undefined
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
}

const preventClick = (domEvent: MouseEvent) => {
  domEvent.preventDefault()
  domEvent.stopPropagation()
}

/**
 * Keeps the focus on a button that becomes disabled or busy while it is focused, and ignores clicks until the focus
 * leaves it. Browsers remove the focus from disabled elements, and keyboard users would lose their place. Returns the
 * properties for the button element.
 */
export function useFocusableWhenDisabled(
  { disabled = false, onFocus, onBlur, onClick }: ButtonHandlers,
  isBusy: boolean,
) {
  const [focused, setFocused] = useState(false)
  const isDisabled = disabled || isBusy
  const keepsFocus = isDisabled && focused
  return {
    disabled: isDisabled && !keepsFocus,
    ...(keepsFocus && { 'aria-disabled': true }),
    onFocus: (domEvent: FocusEvent<HTMLButtonElement>) => {
      setFocused(true)
      onFocus?.(domEvent)
    },
    onBlur: (domEvent: FocusEvent<HTMLButtonElement>) => {
      // A blur of the whole window leaves the active element as it is.
      if (domEvent.currentTarget.ownerDocument.activeElement !== domEvent.currentTarget) setFocused(false)
      onBlur?.(domEvent)
    },
    onClick: keepsFocus ? preventClick : onClick,
  }
}
