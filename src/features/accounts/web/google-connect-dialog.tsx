import { client } from '../../../web/api/api.ts'
import { PasswordDialog } from './password-dialog.tsx'

export default function GoogleConnectDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const connect = async (password: string | undefined) => {
    const { url } = await client.accounts.google.connect({ password })
    window.location.assign(url)
    // The page is being left. Should the browser bring it back as it was, the dialog has done its work.
    await new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }))
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
