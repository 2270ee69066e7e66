import { z } from 'zod'
import type { ControlledProps } from '../../../web/ui/controlled-props.ts'
import { SelectField } from '../../../web/ui/form.tsx'
import type { SourcePriority, SourceVisibility } from '../contract.ts'
import { PRIORITY_OPTIONS, VISIBILITY_OPTIONS } from './source-labels.ts'

/** A number of pages as it is typed; null where the field is empty. */
export const pagesField = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max), {
      error: `Please enter a number from 1 to ${max.toLocaleString('en')}.`,
    })
    .transform((text) => (text === '' ? null : Number(text)))

export interface Standing {
  priority: SourcePriority
  visibility: SourceVisibility
}

type StandingFieldsProps<V extends Standing, T> = Pick<ControlledProps<V, T>, 'control'> & {
  /** It has an address that answers can link to. */
  linkable: boolean
}

/** Fields for the priority of a source and for links to it. */
export function StandingFields<V extends Standing, T>({ control, linkable }: StandingFieldsProps<V, T>) {
  return (
    <>
      <SelectField
        control={control}
        name={'priority' as ControlledProps<V, T>['name']}
        label="Priority"
        hint="Decides between sources that match a question about equally well."
        options={PRIORITY_OPTIONS}
      />
      {linkable && (
        <SelectField
          control={control}
          name={'visibility' as ControlledProps<V, T>['name']}
          label="Links for visitors"
          options={VISIBILITY_OPTIONS}
        />
      )}
    </>
  )
}
