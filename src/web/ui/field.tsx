import { Field as Base } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface FieldProps {
  label: ReactNode
  /** Kept for assistive technology when the design shows no label. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: string
  optional?: boolean
  disabled?: boolean
  /** At the right end of the label's line, for example a counter or a link. */
  aside?: ReactNode
  name?: string
  className?: string
  /** One of Input, Textarea, Select, Checkbox or Switch: they find label, hint and error by themselves. */
  children: ReactNode
}

/** A label, a control, a hint and an error, wired together for assistive technology. */
export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  optional = false,
  disabled,
  aside,
  name,
  className,
  children,
}: FieldProps) {
  return (
    <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={cx('flex flex-col', className)}>
      <span className={hideLabel ? 'sr-only' : 'mb-1.5 flex items-baseline justify-between gap-3'}>
        <Base.Label className="text-sm font-medium text-ink">
          {label}
          {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
        </Base.Label>
        {aside && <span className="text-xs text-ink-faint">{aside}</span>}
      </span>
      {children}
      {error ? (
        <Base.Error match className="mt-1.5 text-sm text-bad">
          {error}
        </Base.Error>
      ) : (
        hint && <Base.Description className="mt-1.5 text-sm text-ink-faint">{hint}</Base.Description>
      )}
    </Base.Root>
  )
}

/** The frame shared by every text-like control. */
export const controlClasses = cx(
  'w-full rounded-lg border border-control bg-surface text-md text-ink shadow-key coarse:text-[1rem]',
  'transition-[border-color,background-color] hover:border-ink-faint',
  'focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus',
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-ink-soft data-disabled:border-line-strong data-disabled:bg-sunken',
  'data-invalid:border-bad-line aria-invalid:border-bad-line',
)
