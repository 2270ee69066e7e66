import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { controlClasses, useFieldParts } from './field.tsx'

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  className?: string
}

/** A multi-line text field that grows with its content up to half the window. */
export function Textarea({ rows = 4, className, ...rest }: TextareaProps) {
  return (
    <textarea
      {...useFieldParts(rest)}
      rows={rows}
      className={cx(
        controlClasses,
        'field-sizing-content max-h-[50dvh] min-h-20 resize-y px-3 py-2 leading-relaxed',
        className,
      )}
    />
  )
}
