import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { reserveSelectedPlan, selectedPlanPath } from '../../../../web/api/selected-plan.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { toast } from '../../../../web/ui/toast.tsx'
import { signUpInput, TERMS_NOT_ACCEPTED } from '../../contract.ts'
import { EmailInput } from '../email-input.tsx'
import { GoogleButton, GoogleMissing } from '../google/google-button.tsx'
import { sessionStarted } from '../session.ts'
import { TermsField } from '../terms/terms-field.tsx'
import { useInstance } from '../use-instance.ts'

const EMPTY = { accepted_terms: undefined, first_name: '', last_name: '', email: '', password: '' }

export interface SignUpFormProps {
  onSignedIn: () => Promise<unknown>
  /** The account exists once the link that was mailed to this address was followed. */
  onMailSent: (email: string) => void
  /** Token of the invitation the person comes with. */
  invitation: string | null
  /** The address the invitation was sent to. */
  email?: string
  /** Requested path. */
  next: string | null
}

export function SignUpForm({ onSignedIn, onMailSent, invitation, email = '', next }: SignUpFormProps) {
  const instance = useInstance()
  const form = useZodForm(signUpInput, { ...EMPTY, email })
  const { isSubmitting, errors } = form.formState

  const termsVersion = instance?.terms_version
  /** The accepted version, undefined where there are no terms; false, after saying so, when they are not accepted. */
  const acceptTerms = () => {
    if (!termsVersion) return undefined
    if (form.getValues('accepted_terms') === termsVersion) return termsVersion
    form.setError('accepted_terms', { message: TERMS_NOT_ACCEPTED }, { shouldFocus: true })
    return false
  }

  const submit = form.handleSubmit(async (values) => {
    if (acceptTerms() === false) return
    try {
      const wanted = next ?? selectedPlanPath()
      const { signed_in } = await client.accounts.signUp({
        ...values,
        ...(invitation ? { invitation } : {}),
        ...(wanted ? { next: wanted } : {}),
      })
      if (signed_in) {
        await sessionStarted()
        toast({ message: 'Account created successfully!' })
        await onSignedIn()
      } else {
        toast({ message: 'Account created successfully! Please check your email to verify your account.' })
        reserveSelectedPlan(values.email)
        onMailSent(values.email)
      }
    } catch (error) {
      if (!applyServerErrors(form, error)) form.setError('root', { message: messageOf(error) })
    }
  })

  const admitted = !instance || instance.signup === 'open' || (instance.signup === 'invite' && invitation)
  if (!admitted) {
    return (
      <p className="rounded-lg border border-line bg-surface px-4 py-3.5 text-md text-ink-soft">
        {instance.signup === 'invite'
          ? 'You need an invitation to create an account here. Please use the link in your invitation.'
          : 'New accounts cannot be created on this server.'}
      </p>
    )
  }
  return (
    <>
      <GoogleButton next={next} invitation={invitation} acceptTerms={acceptTerms} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError message={errors.root?.message} />
        <div className="grid gap-4 min-[400px]:grid-cols-2 min-[400px]:gap-3">
          <TextField control={form.control} name="first_name" label="First name" autoComplete="given-name" />
          <TextField control={form.control} name="last_name" label="Last name" autoComplete="family-name" />
        </div>
        <EmailInput control={form.control} />
        <TextField
          control={form.control}
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters, and no common password"
        />
        {termsVersion && <TermsField control={form.control} name="accepted_terms" version={termsVersion} />}
        <Button type="submit" variant="primary" size="lg" className="mt-1 w-full" loading={isSubmitting}>
          Sign Up
        </Button>
      </form>
      <GoogleMissing />
    </>
  )
}
