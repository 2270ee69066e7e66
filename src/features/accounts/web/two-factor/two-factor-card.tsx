import { lazy, Suspense, useState } from 'react'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import type { Profile } from '../../contract.ts'

const SetUpDialog = lazy(() => import('./two-factor-set-up-dialog.tsx'))
const TurnOffDialog = lazy(() => import('./two-factor-off-dialog.tsx'))
const CodesDialog = lazy(() => import('./recovery-codes-dialog.tsx'))

export function TwoFactorCard({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<'set-up' | 'off' | 'codes'>()
  const close = () => setOpen(undefined)
  const on = profile.two_factor
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Two-factor authentication
          <Badge tone={on ? 'good' : 'neutral'}>{on ? 'On' : 'Off'}</Badge>
        </span>
      }
      description="Enter a code from an app on your phone in addition to your password when you sign in."
    >
      <div className="flex flex-wrap gap-2.5">
        {on ? (
          <>
            <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
            <Button variant="danger-ghost" onClick={() => setOpen('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('set-up')}>Set up</Button>
        )}
      </div>
      <Suspense>
        {open === 'set-up' && <SetUpDialog onClose={close} />}
        {open === 'off' && <TurnOffDialog onClose={close} />}
        {open === 'codes' && <CodesDialog onClose={close} />}
      </Suspense>
    </Card>
  )
}
