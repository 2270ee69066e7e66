import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { controlClasses } from './field.tsx'

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  className?: string
}

/** Several lines of text; grows with its content up to half the window. */
export function Textarea({ rows = 4, className, defaultValue, ...rest }: TextareaProps) {
  return (
    <Field.Control
      defaultValue={defaultValue as string | undefined}
      render={<textarea {...rest} rows={rows} />}
      value={rest.value as string | undefined}
      className={cx(
        controlClasses,
        'field-sizing-content max-h-[50dvh] min-h-20 resize-y px-3 py-2 leading-relaxed',
        className,
      )}
    />
  )
}
