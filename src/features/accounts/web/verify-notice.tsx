import { Button } from '../../../web/ui/button.tsx'
import { ResendButton } from './resend-button.tsx'

/** After a sign-up that a mail has to confirm. */
export function VerifyNotice({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <>
      <p className="text-base text-ink-soft">
        We have sent a link to <strong className="font-semibold break-all text-ink">{email}</strong>. Follow it to
        confirm your address; after that you are signed in. It works for 24 hours.
      </p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        <ResendButton email={email} />
        <Button variant="ghost" onClick={onBack}>
          Back to Sign In
        </Button>
      </div>
    </>
  )
}
