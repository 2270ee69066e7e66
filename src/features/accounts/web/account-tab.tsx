import { DangerCard } from './danger-card.tsx'
import { GoogleCard } from './google-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { useSession } from './session.ts'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** Profile, Account: who the person is, how they sign in, where they are signed in, and leaving. */
export default function AccountTab() {
  const profile = useSession()
  if (!profile) return null
  return (
    <div className="flex flex-col gap-5">
      <ProfileCard profile={profile} />
      <PasswordCard profile={profile} />
      <GoogleCard profile={profile} />
      <TwoFactorCard profile={profile} />
      <SessionsCard />
      <DangerCard />
    </div>
  )
}
