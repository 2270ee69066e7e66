import { Check, Minus } from 'lucide-react'
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from 'react'
import { cx } from './class-names.ts'

export interface CheckboxProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  indeterminate?: boolean
  disabled?: boolean
  /** Shown beside the box; without one set `aria-label`. */
  children?: ReactNode
  'aria-label'?: string
  name?: string
  ref?: Ref<HTMLInputElement>
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  className?: string
}

export function Checkbox({
  children,
  className,
  checked,
  indeterminate = false,
  onCheckedChange,
  ref,
  ...rest
}: CheckboxProps) {
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => inputRef.current as HTMLInputElement)
  const box = (
    <span className={cx('relative inline-grid size-4.5 shrink-0 place-items-center', !children && className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        checked={checked}
        ref={(input) => {
          inputRef.current = input
          if (input) input.indeterminate = indeterminate
        }}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className={cx(
          'absolute inset-0 appearance-none rounded-xs border border-control bg-surface transition-colors after:absolute after:-inset-2',
          'hover:border-ink-faint checked:border-accent-edge checked:bg-accent indeterminate:border-accent-edge indeterminate:bg-accent aria-invalid:border-bad-line disabled:opacity-50',
        )}
      />
      <span className="pointer-events-none relative text-on-accent">
        {indeterminate ? <Minus size={13} strokeWidth={3} /> : checked && <Check size={13} strokeWidth={3} />}
      </span>
    </span>
  )
  if (!children) return box
  return (
    <label htmlFor={id} className={cx('flex items-start gap-2.5 text-md', className)}>
      <span className="mt-0.5 grid">{box}</span>
      {children}
    </label>
  )
}
