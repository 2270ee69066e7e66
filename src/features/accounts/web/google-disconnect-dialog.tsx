import { client } from '../../../web/api/api.ts'
import { toast } from '../../../web/ui/toast.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { refreshProfile } from './session.ts'

export default function GoogleDisconnectDialog({ onClose }: { onClose: () => void }) {
  const disconnect = async (password: string | undefined) => {
    await client.accounts.google.disconnect({ password })
    await refreshProfile()
    toast({ message: 'Google is disconnected.' })
    onClose()
  }
  return (
    <PasswordDialog
      title="Disconnect Google?"
      description="It will no longer sign you in. Your password does."
      confirmLabel="Disconnect"
      destructive
      hasPassword
      onClose={onClose}
      onPassword={disconnect}
    />
  )
}
