import { client } from '../../../web/api/api.ts'
import { leaveFor } from '../../../web/leave-for.ts'
import { PasswordDialog } from './password-dialog.tsx'

export default function GoogleConnectDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const connect = async (password: string | undefined) => {
    const { url } = await client.accounts.google.connect({ password })
    // Should the browser bring this page back as it was, the dialog has done its work.
    await leaveFor(url)
    onClose()
  }
  return (
    <PasswordDialog
      title="Connect Google?"
      description="You choose a Google account next. It will sign you in as your password does."
      confirmLabel="Continue to Google"
      hasPassword={hasPassword}
      onClose={onClose}
      onPassword={connect}
    />
  )
}
