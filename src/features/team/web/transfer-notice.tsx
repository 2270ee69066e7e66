import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import type { Transfer } from '../contract.ts'
import { usePlanAfterTakeOver } from './use-plan-after-take-over.ts'
import { changeTeam } from './use-team.ts'

/** A transfer offer: its recipient answers it, its author can withdraw it. */
export function TransferNotice({ transfer, me }: { transfer: Transfer; me: string | undefined }) {
  const { id, kind, from, to } = transfer
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const nextPlan = usePlanAfterTakeOver()
  const mine = to.id === me
  const own = from.id === me
  const accept = () =>
    changeTeam(
      () => client.team.transfers.accept({ id }),
      `You have taken over the ${kind}`,
      `Failed to take over the ${kind}`,
    )
  const withdraw = async () => {
    setBusy(true)
    const done = mine ? 'Offer declined' : 'Offer withdrawn'
    // It has said by itself what went wrong.
    await changeTeam(() => client.team.transfers.withdraw({ id }), done, 'Failed to end the offer').catch(
      () => undefined,
    )
    setBusy(false)
  }

  return (
    <section
      aria-label={`Offer of the ${kind}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-accent-ink/25 bg-accent-soft px-5 py-4"
    >
      <ArrowRightLeft size={18} aria-hidden="true" className="shrink-0 text-accent-ink" />
      <p className="min-w-52 flex-1 text-md">
        {mine ? (
          <>
            <strong className="font-semibold">{from.name}</strong> offers you the {kind} of this workspace.
          </>
        ) : (
          <>
            {own ? 'You have' : `${from.name} has`} offered the {kind} to{' '}
            <strong className="font-semibold">{to.name}</strong>. Nothing changes until they accept.
          </>
        )}
      </p>
      {(mine || own) && (
        <div className="flex gap-2.5">
          <Button loading={busy} onClick={withdraw}>
            {mine ? 'Decline' : 'Withdraw'}
          </Button>
          {mine && (
            <Button variant="primary" onClick={() => setAsking(true)}>
              Accept
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Take over the ${kind}?`}
        description={consequences(transfer, nextPlan)}
        confirmLabel="Accept"
        onConfirm={accept}
      />
    </section>
  )
}

function consequences({ kind, from, with_billing }: Transfer, nextPlan: string): string {
  const billing = `Your plan becomes the plan of this workspace, and it counts toward your limits. ${nextPlan}`.trim()
  if (kind === 'billing') return billing
  return `You become an owner, and ${from.name} a member.${with_billing ? ` ${billing}` : ''}`
}
