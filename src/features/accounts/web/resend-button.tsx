import { useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'

/** Has the confirmation mailed once more. */
export function ResendButton({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      await client.accounts.resendVerification({ email })
      toast({ message: 'Verification email sent! Check your inbox.' })
    } catch (error) {
      toastError(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={resend}>
      Resend email
    </Button>
  )
}
