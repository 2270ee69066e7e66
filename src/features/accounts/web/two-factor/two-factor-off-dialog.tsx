import { client } from '../../../../web/api/api.ts'
import { toast } from '../../../../web/ui/toast.tsx'
import type { IdentityProof } from '../../contract.ts'
import { ConfirmIdentityDialog } from '../identity/confirm-identity-dialog.tsx'
import { refreshProfile } from '../session.ts'

export default function TwoFactorOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = async (proof: IdentityProof) => {
    await client.accounts.twoFactor.disable(proof)
    await refreshProfile()
    toast({ message: 'Two-factor authentication is off.' })
    onClose()
  }
  return (
    <ConfirmIdentityDialog
      title="Turn off two-factor authentication?"
      description="You will sign in with your password only. Your recovery codes stop working."
      confirmLabel="Turn off"
      destructive
      passwordOnly
      onClose={onClose}
      onConfirm={turnOff}
    />
  )
}
