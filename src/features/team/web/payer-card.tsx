import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { useWorkspace, type WorkspaceStanding } from '../../workspaces/web/index.ts'
import { takeOverRefusal } from '../contract.ts'
import { usePlanAfterTakeOver } from './use-plan-after-take-over.ts'
import { changeTeam } from './use-team.ts'

/** Payer of the selected workspace, for other members; an owner can take over the billing here. */
export function PayerCard() {
  const { current, can } = useWorkspace()
  if (!current || current.payer.you) return null
  const { workspace, payer, access } = current
  return (
    <Card
      title={`Billing of ${workspace.name}`}
      actions={<Badge tone={access.has_access ? 'accent' : 'neutral'}>{planName(current)}</Badge>}
    >
      <p className="-mt-2 text-md text-ink-soft">
        <strong className="font-semibold text-ink">{payer.name}</strong> (
        <a href={`mailto:${payer.email}`} className="text-link underline underline-offset-3 wrap-anywhere">
          {payer.email}
        </a>
        ) pays for this workspace.{' '}
        {can('billing.take_over')
          ? 'A plan of yours applies to it once you take over the billing.'
          : 'Ask them if it needs another plan.'}
      </p>
      {can('billing.take_over') && <TakeOver standing={current} />}
    </Card>
  )
}

const planName = ({ access }: WorkspaceStanding) => (access.has_access ? access.plan_label : 'No plan')

function TakeOver({ standing }: { standing: WorkspaceStanding }) {
  const { workspace, payer } = standing
  const nextPlan = usePlanAfterTakeOver()
  const { workspaces } = useWorkspace()
  const own = useQuery(api.billing.access.queryOptions()).data
  const [isAsking, setIsAsking] = useState(false)
  const limit = own?.limits.workspaces ?? null
  const hasRoom = limit === null || workspaces.filter(({ billed_to_me }) => billed_to_me).length < limit
  const takeOver = async () => {
    await changeTeam(
      () => client.team.transfers.takeOver({ id: payer.id }),
      `You pay for ${workspace.name} now`,
      'Failed to take over the billing',
    )
    const keys = [api.workspaces.key(), api.billing.key()]
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  if (!own) return null
  if (!hasRoom) return <p className="mt-4 text-md">{takeOverRefusal(limit)}</p>
  return (
    <>
      <Button variant="primary" className="mt-4" onClick={() => setIsAsking(true)}>
        Take over billing
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Take over the billing of ${workspace.name}?`}
        description={
          <>
            {nextPlan}
            <span className="mt-3 block">
              {`${payer.name} is notified by email, stays an owner, and can take the billing back. If they have a subscription, they keep it.`}
            </span>
          </>
        }
        confirmLabel="Take over billing"
        onConfirm={takeOver}
      />
    </>
  )
}
