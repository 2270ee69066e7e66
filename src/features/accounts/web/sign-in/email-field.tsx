import { lazy, Suspense, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { useOnceTrue } from '../../../../web/ui/use-once-true.ts'
import type { Profile } from '../../contract.ts'
import { profileChanged } from '../session.ts'

const ChangeEmailDialog = lazy(() => import('../profile/change-email-dialog.tsx'))

/** The address, which is changed by confirming the new one, and the new one that waits for that. */
export function EmailField({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false)
  const [cancelling, setCancelling] = useState(false)
  const wanted = useOnceTrue(open)

  const cancel = async () => {
    setCancelling(true)
    try {
      profileChanged(await client.accounts.cancelEmailChange())
    } catch (error) {
      toastError(messageOf(error, 'Failed to update profile'))
    } finally {
      setCancelling(false)
    }
  }

  return (
    <div>
      <div className="flex gap-2 max-sm:flex-col sm:items-end">
        <Field label="Email" className="min-w-0 flex-1">
          <Input type="email" value={profile.email} readOnly className="*:bg-sunken *:text-ink-soft" />
        </Field>
        <Button onClick={() => setOpen(true)} className="max-sm:self-start">
          Change email
        </Button>
      </div>
      {profile.pending_email && (
        <p role="status" className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <span>
            Waiting for <strong className="font-semibold break-all text-ink">{profile.pending_email}</strong> to be
            confirmed. We have sent you a link.
          </span>
          <Button size="sm" variant="ghost" loading={cancelling} onClick={cancel}>
            Cancel the change
          </Button>
        </p>
      )}
      <Suspense>{wanted && <ChangeEmailDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </div>
  )
}
