import { type FieldValues, useController } from 'react-hook-form'
import { z } from 'zod'
import { formatNumber } from '../../../kernel/format.ts'
import type { ControlledProps } from '../../../web/ui/controlled-props.ts'
import { SelectField } from '../../../web/ui/form.tsx'
import { Switch } from '../../../web/ui/switch.tsx'
import type { SourcePriority, SourceVisibility } from '../contract.ts'
import { PRIORITY_OPTIONS, VISIBILITY_OPTIONS } from './source-labels.ts'

/** A number of pages as it is typed; null where the field is empty. */
export const pagesField = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max), {
      error: `Please enter a number from 1 to ${formatNumber(max)}.`,
    })
    .transform((text) => (text === '' ? null : Number(text)))

export interface SourceSettings {
  priority: SourcePriority
  visibility: SourceVisibility
}

type SourceSettingsFieldsProps<V extends SourceSettings, T> = Pick<ControlledProps<V, T>, 'control'>

/** Fields for the priority of a source and for what visitors see of it. */
export function SourceSettingsFields<V extends SourceSettings, T>({ control }: SourceSettingsFieldsProps<V, T>) {
  return (
    <>
      <SelectField
        control={control}
        name={'priority' as ControlledProps<V, T>['name']}
        label="Priority"
        hint="Decides between sources that match a question about equally well."
        options={PRIORITY_OPTIONS}
      />
      <SelectField
        control={control}
        name={'visibility' as ControlledProps<V, T>['name']}
        label="Visitors can see"
        options={VISIBILITY_OPTIONS}
      />
    </>
  )
}

/** A yes-or-no setting that is saved with its form. */
export function SwitchField<V extends FieldValues, T = V>({
  control,
  name,
  label,
}: Pick<ControlledProps<V, T>, 'control' | 'name' | 'label'>) {
  const { field } = useController({ control, name })
  return (
    <Switch name={name} checked={field.value} onCheckedChange={field.onChange}>
      {label}
    </Switch>
  )
}
