import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { controlClasses, useFieldParts } from './field.tsx'

export interface InputProps extends Omit<ComponentProps<'input'>, 'className' | 'prefix' | 'defaultValue' | 'value'> {
  value?: string | number
  defaultValue?: string | number
  /** Icon inside, before the text. */
  icon?: ReactNode
  /** Control inside, after the text; at most 2.25rem wide. */
  end?: ReactNode
  className?: string
}

/** A single-line text field. Inside a Field it takes label and description from it. */
export function Input({ icon, end, className, ...rest }: InputProps) {
  const input = (
    <input
      {...useFieldParts(rest)}
      className={cx(controlClasses, 'h-9 px-3 coarse:h-11', icon ? 'pl-9' : undefined, end ? 'pr-10' : undefined)}
    />
  )
  return (
    <span className={cx('relative block', className)}>
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-9 place-items-center text-ink-faint">
          {icon}
        </span>
      )}
      {input}
      {end && <span className="absolute inset-y-0 right-0.5 grid place-items-center">{end}</span>}
    </span>
  )
}
