import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { useInstance } from '../use-instance.ts'
import { askForPasskey, knowsPasskeys } from './use-passkey.ts'

export interface PasskeyButtonProps {
  onSignedIn: () => Promise<unknown>
  onRefused: (message: string) => void
}

/** Signs in with a passkey, where browser and instance know them. */
export function PasskeyButton({ onSignedIn, onRefused }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const signIn = async () => {
    setIsBusy(true)
    try {
      await client.accounts.passkeys.signIn({ passkey: await askForPasskey() })
      await onSignedIn()
    } catch (error) {
      onRefused(messageOf(error))
    }
    setIsBusy(false)
  }
  if (!useInstance()?.passkeys || !knowsPasskeys()) return null
  return (
    <Button
      size="lg"
      className="w-full"
      icon={<KeyRound size={17} aria-hidden="true" />}
      loading={isBusy}
      onClick={() => void signIn()}
    >
      Sign in with a passkey
    </Button>
  )
}
