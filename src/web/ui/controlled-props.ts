import type { ReactNode } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'

/** Properties of every field that is bound to a form. */
export interface ControlledProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>
  name: FieldPath<V>
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  aside?: ReactNode
  hideLabel?: boolean
  className?: string
}
