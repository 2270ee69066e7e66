import { z } from 'zod'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { PASSWORD_MAX, PASSWORD_MIN, type Profile } from '../../contract.ts'
import { useIdentityProof } from '../identity/use-identity-proof.tsx'
import { refreshProfile } from '../session.ts'

const text = z.string().max(PASSWORD_MAX, { error: `Please keep your password to at most ${PASSWORD_MAX} characters.` })

/** One sentence at a time, in the specified order: all filled in, both equal, long enough. */
const schemaFor = (hasPassword: boolean) =>
  z.object({ current_password: text, password: text, confirm: text }).check(({ value, issues }) => {
    const { current_password, password, confirm } = value
    const refuse = (path: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [path], message })
    if ((hasPassword && !current_password) || !password || !confirm)
      refuse('root', 'Please fill in all password fields')
    else if (password !== confirm) refuse('confirm', 'New passwords do not match')
    else if ([...password].length < PASSWORD_MIN)
      refuse('password', `Password must be at least ${PASSWORD_MIN} characters`)
  })

const EMPTY = { current_password: '', password: '', confirm: '' }

/** Changes the password, or sets the first one for a user of Google sign-in. */
export function PasswordCard({ profile: { has_password: hasPassword, email } }: { profile: Profile }) {
  const form = useZodForm(schemaFor(hasPassword), EMPTY)
  const { isSubmitting, errors } = form.formState
  const identity = useIdentityProof({ passwordOnly: true })

  const submit = form.handleSubmit(async ({ current_password, password }) => {
    try {
      const proof = hasPassword ? { current_password } : await identity.collect()
      await client.accounts.changePassword({ ...proof, password })
      form.reset(EMPTY)
      identity.reset()
      toast({ message: 'Password updated successfully' })
      await refreshProfile()
    } catch (error) {
      if (!(!hasPassword && identity.shows(error)) && !applyServerErrors(form, error))
        toastError(messageOf(error, 'Failed to update password'))
    }
  })

  return (
    <Card
      title="Change Password"
      description={
        hasPassword
          ? 'Your other sessions are signed out when it changes.'
          : 'You sign in with Google. With a password you can sign in without it, too.'
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormError message={errors.root?.message} />
        {/* Password managers ask whose password this is. */}
        <input type="email" value={email} autoComplete="username" readOnly hidden />
        {hasPassword && (
          <TextField
            control={form.control}
            name="current_password"
            label="Current password"
            type="password"
            autoComplete="current-password"
            className="sm:max-w-[calc(50%-0.5rem)]"
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField
            control={form.control}
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
          />
          <TextField
            control={form.control}
            name="confirm"
            label="Confirm new password"
            type="password"
            autoComplete="new-password"
          />
        </div>
        {!hasPassword && identity.fields}
        <div>
          <Button type="submit" loading={isSubmitting}>
            {hasPassword ? 'Update Password' : 'Set Password'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
