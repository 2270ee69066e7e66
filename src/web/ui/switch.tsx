import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export interface SwitchProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  /** Shown before the switch; without one set `aria-label`. */
  children?: ReactNode
  'aria-label'?: string
  name?: string
  className?: string
}

/** An on/off setting that takes effect at once. */
export function Switch({ children, className, onCheckedChange, ...rest }: SwitchProps) {
  const id = useId()
  const control = (
    <input
      {...rest}
      id={id}
      type="checkbox"
      role="switch"
      aria-checked={rest.checked}
      onChange={(event) => onCheckedChange(event.target.checked)}
      className={cx(
        'relative inline-flex h-5 w-9 shrink-0 appearance-none rounded-full border border-control bg-sunken p-px transition-colors',
        'before:size-4 before:rounded-full before:bg-control before:transition-[translate,background-color] after:absolute after:-inset-2',
        'checked:border-accent-edge checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent disabled:opacity-50',
        !children && className,
      )}
    />
  )
  if (!children) return control
  return (
    <label htmlFor={id} className={cx('flex items-center justify-between gap-4 text-md', className)}>
      <span>{children}</span>
      {control}
    </label>
  )
}
