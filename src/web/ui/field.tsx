import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from './class-names.ts'

export interface FieldProps {
  label: ReactNode
  /** Hides the label visually; assistive technology still reads it. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: string
  optional?: boolean
  disabled?: boolean
  /** Shown at the right end of the label's line, for example a counter or a link. */
  aside?: ReactNode
  name?: string
  className?: string
  /** One Input, Textarea, Select, Checkbox or Switch; it takes label, hint and error from the Field. */
  children: ReactNode
}

interface FieldParts {
  id: string
  name?: string
  disabled?: boolean
  'aria-describedby'?: string
  'aria-invalid'?: true
}

const FieldContext = createContext<FieldParts | null>(null)

/** Properties that a Field gives to its control. The control's own properties take precedence. */
export function useFieldParts<P extends { name?: string; disabled?: boolean }>(own: P): P & Partial<FieldParts> {
  const parts = use(FieldContext)
  return { ...parts, ...own, name: own.name ?? parts?.name, disabled: own.disabled ?? parts?.disabled }
}

/** A label, a control, a hint and an error, connected for assistive technology. */
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
  const id = useId()
  const note = error ?? hint
  const noteId = note ? `${id}-said` : undefined
  const parts = { id, name, disabled, 'aria-describedby': noteId, 'aria-invalid': error ? true : undefined } as const
  return (
    <div className={cx('flex flex-col', className)}>
      <span className={hideLabel ? 'sr-only' : 'mb-1.5 flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
        </label>
        {aside && <span className="text-xs text-ink-faint">{aside}</span>}
      </span>
      <FieldContext value={parts}>{children}</FieldContext>
      {note && (
        <div id={noteId} className={cx('mt-1.5 text-sm', error ? 'text-bad' : 'text-ink-faint')}>
          {note}
        </div>
      )}
    </div>
  )
}

/** Classes of the frame that all text-like controls share. */
export const controlClasses = cx(
  'w-full rounded-lg border border-control bg-surface text-md text-ink shadow-key coarse:text-[1rem]',
  'transition-[border-color,background-color] hover:border-ink-faint',
  'focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus',
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-ink-soft',
  'aria-invalid:border-bad-line',
)
