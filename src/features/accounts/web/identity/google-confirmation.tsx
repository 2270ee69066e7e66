import { useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { openExternalPage } from '../../../../web/browser/open-external-page.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { GoogleMark } from '../google/google-button.tsx'

/** The way to Google and back to this page, which confirms the identity of a person without a password. */
export function GoogleConfirmation() {
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    try {
      const { pathname, search } = window.location
      const { url } = await client.accounts.google.confirm({ return_to: pathname + search })
      await openExternalPage(url)
    } catch (error) {
      toastError(messageOf(error))
    }
    setIsBusy(false)
  }
  return (
    <div>
      <Button icon={<GoogleMark />} loading={isBusy} onClick={() => void confirm()}>
        Continue with Google
      </Button>
      <p className="mt-1.5 text-sm text-ink-faint">You will return to this page.</p>
    </div>
  )
}
