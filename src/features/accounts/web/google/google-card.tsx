import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { FormError } from '../../../../web/ui/form.tsx'
import type { Profile } from '../../contract.ts'
import { googleFailureText } from '../../domain/google-failure.ts'
import { useInstance } from '../use-instance.ts'
import { useOnce } from '../use-once.ts'
import { GoogleMark } from './google-button.tsx'

const ConnectDialog = lazy(() => import('./google-connect-dialog.tsx'))
const DisconnectDialog = lazy(() => import('./google-disconnect-dialog.tsx'))

/** Connection to Google. Hidden when Google is not configured, unless it was when the account was connected. */
export function GoogleCard({ profile }: { profile: Profile }) {
  const offered = useInstance()?.google
  return profile.google || offered ? <Connection profile={profile} /> : null
}

function Connection({ profile }: { profile: Profile }) {
  const { params, change } = useUrlParameters()
  const [open, setOpen] = useState<'connect' | 'disconnect'>()
  const why = useId()
  const { google } = profile
  // The result of the OAuth flow is shown until the next action, and scrolled into view.
  const outcome = params.get('google')
  const top = useRef<HTMLDivElement>(null)
  useOnce(() => {
    if (outcome) top.current?.scrollIntoView({ block: 'center' })
  })

  const close = () => setOpen(undefined)
  const begin = (step: 'connect' | 'disconnect') => {
    setOpen(step)
    change({ google: null }, true)
  }
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Google
          <Badge tone={google ? 'good' : 'neutral'}>{google ? 'Connected' : 'Not connected'}</Badge>
        </span>
      }
      description={
        google
          ? google.email
            ? `You can sign in with the Google account ${google.email}.`
            : 'You can sign in with your Google account.'
          : 'Connect a Google account to sign in without your password.'
      }
    >
      <div ref={top} className="flex flex-col gap-4">
        <FormError message={google ? undefined : googleFailureText(outcome)} />
        {google && outcome === 'connected' && (
          <p role="status" className="rounded-lg bg-good-soft px-3.5 py-2.5 text-md text-good">
            Google is connected.
          </p>
        )}
        <div>
          {google ? (
            <Button
              variant="danger-ghost"
              className="-ml-3.5"
              disabled={!profile.has_password}
              aria-describedby={profile.has_password ? undefined : why}
              onClick={() => begin('disconnect')}
            >
              Disconnect Google
            </Button>
          ) : (
            <Button icon={<GoogleMark />} onClick={() => begin('connect')}>
              Connect Google
            </Button>
          )}
          {google && !profile.has_password && (
            <p id={why} className="mt-1 text-sm text-ink-faint">
              Please set a password first. Without Google, you could no longer sign in.
            </p>
          )}
        </div>
      </div>
      <Suspense>
        {open === 'connect' && <ConnectDialog onClose={close} />}
        {open === 'disconnect' && <DisconnectDialog onClose={close} />}
      </Suspense>
    </Card>
  )
}
