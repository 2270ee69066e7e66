import { useState } from 'react'
import { messageOf } from '../../../web/api/api-error.ts'
import { FormError } from '../../../web/ui/form.tsx'
import type { PasswordStepProps } from './password-step.tsx'

/** In the place of the password for somebody who has none. */
export function WithoutPassword({ formId, onBusy, onPassword }: PasswordStepProps) {
  const [error, setError] = useState<string>()
  return (
    <form
      id={formId}
      onSubmit={async (event) => {
        event.preventDefault()
        onBusy(true)
        await onPassword('').catch((failure: unknown) => setError(messageOf(failure)))
        onBusy(false)
      }}
    >
      <FormError message={error} />
      <p className="text-md text-ink-soft">You sign in with Google, so there is no password to ask for.</p>
    </form>
  )
}
