import { type ReactNode, Suspense } from 'react'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { GoogleCard } from '../google/google-card.tsx'
import { PasskeysCard } from '../passkeys/passkeys-card.tsx'
import { useSession } from '../session.ts'
import { AcceptedTerms } from '../terms/accepted-terms.tsx'
import { TwoFactorCard } from '../two-factor/two-factor-card.tsx'
import { DangerCard } from './danger-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/**
 * Profile, Account: who the person is, what is mailed to them, how they sign in, where they are signed in, and leaving.
 * @param notifications a card of a feature that comes after this one
 */
export default function AccountTab({ notifications }: { notifications: ReactNode }) {
  const profile = useSession()
  if (!profile) return null
  return (
    <div className="flex flex-col gap-5">
      <ProfileCard profile={profile} />
      <Suspense fallback={<Skeleton className="h-53 rounded-lg lg:h-47" />}>{notifications}</Suspense>
      <PasswordCard profile={profile} />
      <GoogleCard profile={profile} />
      <TwoFactorCard profile={profile} />
      <PasskeysCard profile={profile} />
      <SessionsCard />
      <DangerCard />
      <AcceptedTerms terms={profile.accepted_terms} />
    </div>
  )
}
