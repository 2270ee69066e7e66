import { useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { ConfirmIdentityDialog } from '../identity/confirm-identity-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** New recovery codes in place of the former ones. */
export default function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (!codes)
    return (
      <ConfirmIdentityDialog
        title="New recovery codes"
        description="You get ten new codes. Your current codes stop working."
        confirmLabel="Create new codes"
        passwordOnly
        onClose={onClose}
        onConfirm={async (proof) =>
          setCodes((await client.accounts.twoFactor.renewRecoveryCodes(proof)).recovery_codes)
        }
      />
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Save your recovery codes"
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
