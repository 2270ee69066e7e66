import { client } from '../../../../web/api/api.ts'
import { openExternalPage } from '../../../../web/browser/open-external-page.ts'
import type { IdentityProof } from '../../contract.ts'
import { ConfirmIdentityDialog } from '../identity/confirm-identity-dialog.tsx'

export default function GoogleConnectDialog({ onClose }: { onClose: () => void }) {
  const connect = async (proof: IdentityProof) => {
    const { url } = await client.accounts.google.connect(proof)
    // Should the browser bring this page back as it was, the dialog has done its work.
    await openExternalPage(url)
    onClose()
  }
  return (
    <ConfirmIdentityDialog
      title="Connect Google?"
      description="Choose a Google account next. You can then sign in with it instead of your password."
      confirmLabel="Continue to Google"
      onClose={onClose}
      onConfirm={connect}
    />
  )
}
