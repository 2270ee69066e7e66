import { useState } from 'react'
import { Field } from '../../../../web/ui/field.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { toast } from '../../../../web/ui/toast.tsx'
import { PASSKEY_NAME_MAX } from '../../contract.ts'
import { ConfirmIdentityDialog } from '../identity/confirm-identity-dialog.tsx'
import { passkeysChanged } from './passkeys-changed.ts'
import { createPasskey } from './use-passkey.ts'

/** Names a passkey, has the device create it, and closes. */
export default function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  return (
    <ConfirmIdentityDialog
      title="Add a passkey"
      description="Your device creates and stores the passkey. You can then sign in without your password."
      confirmLabel="Continue"
      onClose={onClose}
      onConfirm={async (proof) => {
        const passkey = await createPasskey(name, proof)
        await passkeysChanged()
        toast({ message: `You can now sign in with the passkey “${passkey.name}”.` })
        onClose()
      }}
    >
      <Field label="Name" optional hint="Helps you recognize it, for example: Work laptop">
        <Input
          value={name}
          maxLength={PASSKEY_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </ConfirmIdentityDialog>
  )
}
