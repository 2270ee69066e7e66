import { useEffect } from 'react'
import { z } from 'zod'
import { optionalText } from '../../../kernel/wire.ts'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { Profile } from '../contract.ts'
import { AvatarField } from './avatar-field.tsx'
import { EmailField } from './email-field.tsx'
import { profileChanged } from './session.ts'

const schema = z.object({ first_name: optionalText(100), last_name: optionalText(100) })

export function ProfileCard({ profile }: { profile: Profile }) {
  const { first_name, last_name } = profile
  const form = useZodForm(schema, { first_name, last_name })
  const { isSubmitting } = form.formState
  const { reset } = form
  // Changed in another tab or on another device: what is not being edited here follows.
  useEffect(() => reset({ first_name, last_name }, { keepDirtyValues: true }), [reset, first_name, last_name])

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await client.accounts.updateProfile(values)
      profileChanged(saved)
      reset({ first_name: saved.first_name, last_name: saved.last_name })
      toast({ message: 'Profile updated successfully' })
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(messageOf(error, 'Failed to update profile'))
    }
  })

  return (
    <Card title="Your profile" description="How your team sees you.">
      <AvatarField profile={profile} />
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField control={form.control} name="first_name" label="First name" autoComplete="given-name" />
          <TextField control={form.control} name="last_name" label="Last name" autoComplete="family-name" />
        </div>
        <EmailField profile={profile} />
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Save Changes
          </Button>
        </div>
      </form>
    </Card>
  )
}
