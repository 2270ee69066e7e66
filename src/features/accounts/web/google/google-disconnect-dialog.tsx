import { client } from '../../../../web/api/api.ts'
import { toast } from '../../../../web/ui/toast.tsx'
import type { IdentityProof } from '../../contract.ts'
import { ConfirmIdentityDialog } from '../identity/confirm-identity-dialog.tsx'
import { refreshProfile } from '../session.ts'

export default function GoogleDisconnectDialog({ onClose }: { onClose: () => void }) {
  const disconnect = async (proof: IdentityProof) => {
    await client.accounts.google.disconnect(proof)
    await refreshProfile()
    toast({ message: 'Google is disconnected.' })
    onClose()
  }
  return (
    <ConfirmIdentityDialog
      title="Disconnect Google?"
      description="You can no longer sign in with it. Your password still works."
      confirmLabel="Disconnect"
      destructive
      onClose={onClose}
      onConfirm={disconnect}
    />
  )
}
