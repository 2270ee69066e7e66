import { useId } from 'react'
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { Checkbox } from '../../../../web/ui/checkbox.tsx'
import type { ControlledProps } from '../../../../web/ui/controlled-props.ts'
import { TermsLinks } from './terms-links.tsx'

interface TermsFieldProps<V extends FieldValues, T> extends Pick<ControlledProps<V, T>, 'control'> {
  name: FieldPath<V>
  version: string
}

/** Acceptance of the operator's terms; its value is the accepted version. */
export function TermsField<V extends FieldValues, T = V>({ control, name, version }: TermsFieldProps<V, T>) {
  const errorId = useId()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <div>
          <Checkbox
            ref={field.ref}
            name={field.name}
            checked={field.value === version}
            onCheckedChange={(on) => field.onChange(on ? version : undefined)}
            aria-invalid={error !== undefined}
            aria-describedby={error && errorId}
          >
            <span>
              I accept the <TermsLinks />.
            </span>
          </Checkbox>
          {error && (
            <p id={errorId} role="alert" className="mt-1.5 text-sm text-bad">
              {error.message}
            </p>
          )}
        </div>
      )}
    />
  )
}
