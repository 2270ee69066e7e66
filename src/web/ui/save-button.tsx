import type { Control, FieldValues } from 'react-hook-form'
import { useFormState } from 'react-hook-form'
import { Button } from './button.tsx'

/** Submits the surrounding form. */
export function SaveButton<V extends FieldValues, T>({ control }: { control: Control<V, unknown, T> }) {
  const { isSubmitting } = useFormState({ control })
  return (
    <div>
      <Button type="submit" variant="primary" loading={isSubmitting}>
        Save Changes
      </Button>
    </div>
  )
}
