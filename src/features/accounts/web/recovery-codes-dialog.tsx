import { useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** New recovery codes in place of the former ones. */
export default function RecoveryCodesDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (!codes)
    return (
      <PasswordDialog
        title="New recovery codes"
        description="You get ten new codes. The ones you have stop working."
        confirmLabel="Make new codes"
        hasPassword={hasPassword}
        onClose={onClose}
        onPassword={async (password) =>
          setCodes((await client.accounts.twoFactor.renewRecoveryCodes({ password })).recovery_codes)
        }
      />
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Keep your recovery codes"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
