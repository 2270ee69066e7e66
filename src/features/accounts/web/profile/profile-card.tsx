import { Card } from '../../../../web/ui/card.tsx'
import { TextField } from '../../../../web/ui/form.tsx'
import { SaveButton } from '../../../../web/ui/save-button.tsx'
import { useSavedForm } from '../../../../web/ui/use-saved-form.ts'
import { type Profile, updateProfileInput } from '../../contract.ts'
import { updateProfile } from '../session.ts'
import { EmailField } from '../sign-in/email-field.tsx'
import { AvatarField } from './avatar-field.tsx'

export function ProfileCard({ profile }: { profile: Profile }) {
  const { first_name, last_name } = profile
  const { form, submit } = useSavedForm(
    updateProfileInput,
    { first_name, last_name },
    {
      save: async (values) => {
        const { first_name, last_name } = await updateProfile(values)
        return { first_name, last_name }
      },
      done: 'Profile updated successfully',
      failed: 'Failed to update profile',
    },
  )

  return (
    <Card title="Your profile" description="How your team sees you.">
      <AvatarField profile={profile} />
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField control={form.control} name="first_name" label="First name" autoComplete="given-name" />
          <TextField control={form.control} name="last_name" label="Last name" autoComplete="family-name" />
        </div>
        <EmailField profile={profile} />
        <SaveButton control={form.control} />
      </form>
    </Card>
  )
}
