import { FileText } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { profileChanged, refreshProfile, useSession } from '../session.ts'
import { TermsLinks } from './terms-links.tsx'

/** Above every page while the person has not accepted the current terms. Nothing else is withheld. */
export default function TermsNotice() {
  const profile = useSession()
  const [busy, setBusy] = useState(false)
  const version = profile?.terms_due
  if (!version) return null

  async function accept(version: string) {
    setBusy(true)
    try {
      profileChanged(await client.accounts.acceptTerms({ version }))
      toast({ message: 'Thank you. Your acceptance was saved.' })
    } catch (error) {
      toastError(messageOf(error))
      void refreshProfile()
    }
    setBusy(false)
  }

  return (
    <section
      aria-label="Terms"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-teal-soft px-4 py-2.5 text-md text-ink sm:px-6"
    >
      <FileText size={16} aria-hidden="true" className="shrink-0 text-link max-sm:hidden" />
      <p className="min-w-0 flex-1 basis-60">
        {profile.accepted_terms ? 'Our terms have changed. ' : ''}Please read and accept the <TermsLinks />.
      </p>
      <Button size="sm" loading={busy} onClick={() => void accept(version)}>
        Accept
      </Button>
    </section>
  )
}
