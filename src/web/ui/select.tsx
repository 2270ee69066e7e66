import { ChevronsUpDown } from 'lucide-react'
import type { Ref } from 'react'
import { cx } from './class-names.ts'
import { controlClasses, useFieldParts } from './field.tsx'

export interface SelectOption<T extends string> {
  value: T
  label: string
  disabled?: boolean
}

export interface SelectProps<T extends string> {
  options: readonly SelectOption<T>[]
  value: T | null
  onValueChange: (value: T) => void
  placeholder?: string
  /** Accessible name, required when no Field labels it. */
  label?: string
  size?: 'sm' | 'md'
  disabled?: boolean
  name?: string
  onBlur?: () => void
  'aria-keyshortcuts'?: string
  ref?: Ref<HTMLSelectElement>
  className?: string
}

/**
 * The browser's own select, which needs no script and is familiar on phones. Where browsers support it, the list is
 * styled like every other popup (styles/select.css).
 */
export function Select<T extends string>({
  options,
  value,
  onValueChange,
  placeholder = 'Select…',
  label,
  size = 'md',
  className,
  ...rest
}: SelectProps<T>) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onValueChange(option.value)
  }
  return (
    <span className={cx('relative block', className)}>
      <select
        {...useFieldParts(rest)}
        value={value ?? ''}
        onChange={(event) => choose(event.target.value)}
        aria-label={label}
        className={cx(
          controlClasses,
          // The styled list knows no ellipsis: the text ends before the arrow.
          'select overflow-clip [overflow-clip-margin:content-box] pr-8 text-left text-ellipsis whitespace-nowrap',
          size === 'sm' ? 'h-8 pl-2.5 text-sm coarse:h-10' : 'h-9 pl-3 coarse:h-11',
        )}
      >
        {value === null && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-faint"
      />
    </span>
  )
}
