import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { QrCode } from '../../../../web/ui/qr-code.tsx'
import { codeInput } from '../../contract.ts'

export interface TwoFactorCodeStepProps {
  formId: string
  uri: string
  secret: string
  onBusy: (busy: boolean) => void
  onConfirmed: () => Promise<unknown>
}

/** The secret as a picture and as text, and the first code. */
export function TwoFactorCodeStep({ formId, uri, secret, onBusy, onConfirmed }: TwoFactorCodeStepProps) {
  const form = useZodForm(codeInput, { code: '' })
  const submit = form.handleSubmit(async (values) => {
    onBusy(true)
    try {
      await client.accounts.twoFactor.confirm(values)
      await onConfirmed()
    } catch (error) {
      if (!applyServerErrors(form, error)) form.setError('root', { message: messageOf(error) })
    } finally {
      onBusy(false)
    }
  })
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className="text-sm text-ink-soft">
        <p>No camera? Type this key into the app:</p>
        <code className="mt-1 rounded-md bg-sunken px-3 py-2 font-mono break-all text-ink select-all block">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </div>
      <FormError message={form.formState.errors.root?.message} />
      <TextField
        control={form.control}
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123 456"
      />
    </form>
  )
}
