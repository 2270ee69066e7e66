import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export interface CheckboxProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  indeterminate?: boolean
  disabled?: boolean
  /** Shown beside it; without one give `aria-label`. */
  children?: ReactNode
  'aria-label'?: string
  name?: string
  className?: string
}

export function Checkbox({ children, className, indeterminate, onCheckedChange, ...rest }: CheckboxProps) {
  const id = useId()
  const box = (
    <Base.Root
      {...rest}
      id={children ? id : undefined}
      indeterminate={indeterminate}
      onCheckedChange={(checked) => onCheckedChange(checked)}
      className={cx(
        'grid size-4.5 shrink-0 place-items-center rounded-xs border border-control bg-surface text-on-accent transition-colors',
        'after:absolute after:-inset-2 relative hover:border-ink-faint',
        'data-checked:border-accent-edge data-checked:bg-accent data-indeterminate:border-accent-edge data-indeterminate:bg-accent data-disabled:opacity-50',
        !children && className,
      )}
    >
      <Base.Indicator className="grid place-items-center">
        {indeterminate ? <Minus size={13} strokeWidth={3} /> : <Check size={13} strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
  )
  if (!children) return box
  return (
    <label htmlFor={id} className={cx('flex items-start gap-2.5 text-md', className)}>
      <span className="mt-0.5">{box}</span>
      {children}
    </label>
  )
}
