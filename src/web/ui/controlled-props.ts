import type { ReactNode } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'

/** What every bound field takes. */
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
