import { useId, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { openExternalPage } from '../../../../web/browser/open-external-page.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { useInstance } from '../use-instance.ts'

const RULE =
  'flex items-center gap-3 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong'

interface GoogleButtonProps {
  next: string | null
  invitation?: string | null
  /** Returns the version of the terms that the person accepts, or false when something has to be accepted first. */
  acceptTerms?: () => string | undefined | false
}

/** Signing in with Google, before the form, where the instance is set up for it. */
export function GoogleButton({ next, invitation = null, acceptTerms }: GoogleButtonProps) {
  const [busy, setBusy] = useState(false)
  const start = async () => {
    const accepted = acceptTerms?.()
    if (accepted === false) return
    setBusy(true)
    try {
      const { url } = await client.accounts.startGoogle({
        ...(next ? { next } : {}),
        ...(invitation ? { invitation } : {}),
        ...(accepted ? { accepted_terms: accepted } : {}),
      })
      await openExternalPage(url)
    } catch (error) {
      toastError(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  if (!useInstance()?.google) return null
  return (
    <div className="mb-5 flex flex-col gap-5">
      <Button size="lg" className="w-full" icon={<GoogleMark />} loading={busy} onClick={start}>
        Continue with Google
      </Button>
      <p className={RULE}>or</p>
    </div>
  )
}

/** The same button where it is not, after the form: it says why it does nothing. */
export function GoogleMissing() {
  const reason = useId()
  if (useInstance()?.google !== false) return null
  return (
    <div className="mt-5 flex flex-col gap-5">
      <p className={RULE}>or</p>
      <div>
        <Button size="lg" className="w-full" icon={<GoogleMark />} disabled aria-describedby={reason}>
          Continue with Google
        </Button>
        <p id={reason} className="mt-1.5 text-center text-sm text-ink-faint">
          Google sign-in is not set up on this server.
        </p>
      </div>
    </div>
  )
}

export function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="17" height="17" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M45 24.5c0-1.6-.1-2.7-.4-3.9H24v7.3h12.1c-.2 1.9-1.6 4.9-4.5 6.8l6.9 5.4C42.6 36.3 45 31 45 24.5z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.9 0 10.9-2 14.5-5.3l-6.9-5.4c-1.9 1.3-4.4 2.2-7.6 2.2-5.8 0-10.7-3.8-12.5-9.1l-7.1 5.5C8 41 15.4 46 24 46z"
      />
      <path fill="#FBBC05" d="M11.5 28.4a13.6 13.6 0 0 1 0-8.7l-7.1-5.5a22 22 0 0 0 0 19.7z" />
      <path
        fill="#EA4335"
        d="M24 10.7c4.1 0 6.9 1.8 8.5 3.3l6.2-6C34.9 4.4 29.9 2 24 2 15.4 2 8 7 4.4 14.1l7.1 5.5c1.8-5.3 6.7-8.9 12.5-8.9z"
      />
    </svg>
  )
}
