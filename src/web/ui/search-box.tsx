import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'
import { Kbd } from './kbd.tsx'

export interface SearchBoxProps {
  value: string
  onValueChange: (value: string) => void
  placeholder: string
  /** Accessible name; by default the placeholder. */
  label?: string
  /** Focuses this field when `/` is pressed anywhere on the page. One per page. */
  slashFocus?: boolean
  className?: string
}

/** A search field with a clear button. Esc clears it, then leaves it. */
export function SearchBox({ value, onValueChange, placeholder, label, slashFocus = true, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!slashFocus) return
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [slashFocus])

  return (
    <Input
      ref={input}
      type="text"
      role="searchbox"
      enterKeyHint="search"
      autoComplete="off"
      aria-label={label ?? placeholder}
      aria-keyshortcuts={slashFocus ? '/' : undefined}
      placeholder={placeholder}
      value={value}
      icon={<Search size={16} aria-hidden="true" />}
      end={
        value ? (
          <IconButton
            label="Clear search"
            tooltip={false}
            icon={<X size={15} />}
            onClick={() => {
              onValueChange('')
              input.current?.focus()
            }}
          />
        ) : (
          slashFocus && (
            <span className="pointer-events-none pr-2 coarse:hidden">
              <Kbd keys={['/']} />
            </span>
          )
        )
      }
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        if (value) {
          // Esc clears the field without closing the dialog around it.
          event.stopPropagation()
          onValueChange('')
        } else event.currentTarget.blur()
      }}
      className={cx('w-full lg:w-72', className)}
    />
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      // A docked dialog is part of the page.
      !!target.closest('[role=dialog]:not([data-docked])'))
  )
}
