import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { FormError } from '../../../web/ui/form.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { useDocumentTitle } from '../../../web/ui/page-title.ts'
import {
  AddPasskeyDialog,
  askForPasskey,
  knowsPasskeys,
  TwoFactorSetUpDialog,
  useInstance,
} from '../../accounts/web/index.ts'
import type { ListedWorkspace } from '../contract.ts'

/** Everything in the workspace was refused so far, and can be loaded now. */
const openWorkspace = () => void queryClient.invalidateQueries()

interface SecondFactorScreenProps {
  workspace: ListedWorkspace
  /** Called with the workspace's id when a factor is being set up, and with undefined when that is over. */
  onSetUp: (workspaceId: string | undefined) => void
}

/** In the place of every page of a workspace that requires a second factor, for a person who lacks it. */
export default function SecondFactorScreen({ workspace, onSetUp }: SecondFactorScreenProps) {
  useDocumentTitle('Two-factor authentication')
  const isConfirming = workspace.second_factor_missing === 'confirm'
  return (
    <Page narrow>
      <div className="mx-auto flex max-w-120 flex-col items-center py-10 text-center">
        <ShieldCheck size={36} aria-hidden="true" className="text-accent-ink" />
        <h1 className="mt-4 text-2xl font-semibold">
          {isConfirming ? (
            'Confirm with your passkey'
          ) : (
            <>
              Set up <span className="whitespace-nowrap">two-factor</span> authentication
            </>
          )}
        </h1>
        <p className="mt-2 text-base text-ink-soft">
          <strong className="font-semibold wrap-anywhere text-ink">{workspace.name}</strong> requires two-factor
          authentication.{' '}
          {isConfirming
            ? 'You signed in without your passkey. Use it once, and this page opens.'
            : 'Choose a second factor. Afterwards this page opens.'}
        </p>
        {isConfirming ? <PasskeyConfirmation /> : <SecondFactorChoice workspaceId={workspace.id} onSetUp={onSetUp} />}
      </div>
    </Page>
  )
}

interface SecondFactorChoiceProps extends Pick<SecondFactorScreenProps, 'onSetUp'> {
  workspaceId: string
}

function SecondFactorChoice({ workspaceId, onSetUp }: SecondFactorChoiceProps) {
  const offersPasskeys = useInstance()?.passkeys && knowsPasskeys()
  const [open, setOpen] = useState<'app' | 'passkey'>()
  useEffect(() => {
    if (open) onSetUp(workspaceId)
    return () => onSetUp(undefined)
  }, [open, workspaceId, onSetUp])
  const close = () => {
    setOpen(undefined)
    openWorkspace()
  }
  return (
    <div className="mt-6 flex w-full flex-col gap-2.5">
      <Button
        size="lg"
        variant="primary"
        icon={<Smartphone size={17} aria-hidden="true" />}
        onClick={() => setOpen('app')}
      >
        Use an authenticator app
      </Button>
      {offersPasskeys && (
        <Button size="lg" icon={<KeyRound size={17} aria-hidden="true" />} onClick={() => setOpen('passkey')}>
          Add a passkey
        </Button>
      )}
      <Suspense>
        {open === 'app' && <TwoFactorSetUpDialog onClose={close} />}
        {open === 'passkey' && <AddPasskeyDialog onClose={close} />}
      </Suspense>
    </div>
  )
}

function PasskeyConfirmation() {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const confirm = async () => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await client.accounts.passkeys.confirmSession({ passkey: await askForPasskey() })
      openWorkspace()
    } catch (error) {
      setFailure(messageOf(error))
    }
    setIsBusy(false)
  }
  return (
    <div className="mt-6 flex w-full flex-col gap-4 text-left">
      <FormError message={failure} />
      <Button
        size="lg"
        variant="primary"
        icon={<KeyRound size={17} aria-hidden="true" />}
        loading={isBusy}
        onClick={() => void confirm()}
      >
        Use your passkey
      </Button>
      <p className="text-center text-sm text-ink-soft">
        Lost your passkey? Sign out and reset your password. After that you can remove the passkey and set up a new one.
      </p>
    </div>
  )
}
