import { client } from '../../../web/api/api.ts'
import { toast } from '../../../web/ui/toast.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { refreshProfile } from './session.ts'

export default function TwoFactorOffDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const turnOff = async (password: string | undefined) => {
    await client.accounts.twoFactor.disable({ password })
    await refreshProfile()
    toast({ message: 'Two-factor authentication is off.' })
    onClose()
  }
  return (
    <PasswordDialog
      title="Turn off two-factor authentication?"
      description="Your password alone will sign you in. The recovery codes you kept stop working."
      confirmLabel="Turn off"
      destructive
      hasPassword={hasPassword}
      onClose={onClose}
      onPassword={turnOff}
    />
  )
}
