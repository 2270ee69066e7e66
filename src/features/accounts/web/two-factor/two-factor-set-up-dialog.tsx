import { useId, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { ConfirmIdentityDialog } from '../identity/confirm-identity-dialog.tsx'
import { refreshProfile } from '../session.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoFactorCodeStep } from './two-factor-code-step.tsx'

type Started = Awaited<ReturnType<typeof client.accounts.twoFactor.start>>

/** Three steps: the password, the app and its first code, the recovery codes. */
export default function TwoFactorSetUpDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const [started, setStarted] = useState<Started>()
  const [confirmed, setConfirmed] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!started)
    return (
      <ConfirmIdentityDialog
        title="Set up two-factor authentication"
        description="First, confirm your identity:"
        confirmLabel="Continue"
        passwordOnly
        onClose={onClose}
        onConfirm={async (proof) => setStarted(await client.accounts.twoFactor.start(proof))}
      />
    )
  if (!confirmed)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        dismissable={!busy}
        size="sm"
        title="Scan this with your app"
        description="Any authenticator app will do. Then type the six digits it shows."
        footer={<DialogActions confirm="Turn on" formId={formId} busy={busy} holdWhileBusy onCancel={onClose} />}
      >
        <TwoFactorCodeStep
          formId={formId}
          uri={started.uri}
          secret={started.secret}
          onBusy={setBusy}
          onConfirmed={async () => {
            setConfirmed(true)
            await refreshProfile()
          }}
        />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Two-factor authentication is on"
      footer={
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <RecoveryCodes codes={started.recovery_codes} />
    </Dialog>
  )
}
