import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../../../web/api/api.ts'
import { Card } from '../../../../web/ui/card.tsx'
import { Switch } from '../../../../web/ui/switch.tsx'
import { toast } from '../../../../web/ui/toast.tsx'
import { ConfirmIdentityDialog, useSession } from '../../../accounts/web/index.ts'
import type { WorkspaceSettings } from '../../contract.ts'
import { settingsChanged } from './use-settings.ts'

/** Requires a second factor of every member. */
export function SecondFactorCard({
  settings: { second_factor_required: isRequired },
}: {
  settings: WorkspaceSettings
}) {
  const [isAsking, setIsAsking] = useState(false)
  const profile = useSession()
  const hasOwn = profile?.two_factor || (profile?.passkey_count ?? 0) > 0
  const change = async (proof: object) => {
    const { required } = await client.workspaces.requireSecondFactor({ required: !isRequired, ...proof })
    settingsChanged({ second_factor_required: required })
    toast({ message: required ? 'Two-factor authentication is required' : 'Two-factor authentication is optional' })
    setIsAsking(false)
  }
  return (
    <Card title="Security">
      <Switch checked={isRequired} disabled={!isRequired && !hasOwn} onCheckedChange={() => setIsAsking(true)}>
        <span className="block font-medium">Require two-factor authentication</span>
        <span className="mt-0.5 block text-sm text-ink-faint">
          Members need an authenticator app or a passkey to work in this workspace. API keys keep working.
        </span>
      </Switch>
      {!isRequired && !hasOwn && (
        <p className="mt-3 text-sm text-ink-soft">
          You need one yourself first.{' '}
          <Link to="/profile" className="font-medium text-link underline underline-offset-3">
            Set it up in your profile
          </Link>
        </p>
      )}
      {isAsking && (
        <ConfirmIdentityDialog
          title={isRequired ? 'Make two-factor authentication optional?' : 'Require two-factor authentication?'}
          description={
            isRequired
              ? 'Members can then work here with their password alone.'
              : 'Members without an authenticator app or a passkey cannot work here until they have set one up.'
          }
          confirmLabel={isRequired ? 'Make it optional' : 'Require it'}
          onClose={() => setIsAsking(false)}
          onConfirm={change}
        />
      )}
    </Card>
  )
}
