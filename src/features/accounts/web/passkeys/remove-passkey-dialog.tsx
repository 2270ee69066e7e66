import { client } from '../../../../web/api/api.ts'
import { toast } from '../../../../web/ui/toast.tsx'
import type { Passkey } from '../../contract.ts'
import { ConfirmIdentityDialog } from '../identity/confirm-identity-dialog.tsx'
import { passkeysChanged } from './passkeys-changed.ts'

export default function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = async (proof: object) => {
    await client.accounts.passkeys.remove({ id: passkey.id, ...proof })
    await passkeysChanged()
    toast({ message: `The passkey “${passkey.name}” was removed.` })
    onClose()
  }
  return (
    <ConfirmIdentityDialog
      title={`Remove ${passkey.name}?`}
      description="You can no longer sign in with it. Your device may still list it; you can delete it there, too."
      confirmLabel="Remove"
      destructive
      onClose={onClose}
      onConfirm={remove}
    />
  )
}
