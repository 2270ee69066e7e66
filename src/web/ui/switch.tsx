import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export interface SwitchProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  /** Shown before it; without one give `aria-label` or put it into a Field. */
  children?: ReactNode
  'aria-label'?: string
  name?: string
  className?: string
}

/** Something that takes effect at once, on or off. */
export function Switch({ children, className, onCheckedChange, ...rest }: SwitchProps) {
  const id = useId()
  const control = (
    <Base.Root
      {...rest}
      id={children ? id : undefined}
      onCheckedChange={(checked) => onCheckedChange(checked)}
      className={cx(
        'relative inline-flex h-5 w-9 shrink-0 rounded-full border border-control bg-sunken p-px transition-colors after:absolute after:-inset-2',
        'data-checked:border-accent-edge data-checked:bg-accent data-disabled:opacity-50',
        !children && className,
      )}
    >
      <Base.Thumb className="size-4 rounded-full bg-control transition-[translate,background-color] data-checked:translate-x-4 data-checked:bg-on-accent" />
    </Base.Root>
  )
  if (!children) return control
  return (
    <label htmlFor={id} className={cx('flex items-center justify-between gap-4 text-md', className)}>
      <span>{children}</span>
      {control}
    </label>
  )
}
