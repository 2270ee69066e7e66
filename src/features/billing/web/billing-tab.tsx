import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import type { Overview, PlanKey } from '../contract.ts'
import { type PlanButton, planButton } from '../domain/plan-button.ts'
import { Arrival, isPaid, useChosenPlan } from './arrival.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { CurrentPlanCard, type Usage } from './current-plan-card.tsx'
import { OrdersCard } from './orders-card.tsx'
import { PlanCards } from './plan-cards.tsx'
import { overviewQuery, useCheckout } from './use-checkout.ts'
import { refreshBilling, useAccessEnd, useLiveBilling } from './use-live-billing.ts'

export interface BillingTabProps {
  /** Payer of the selected workspace; hidden from the payer. */
  payerCard: ReactNode
  /** Passed by the page, since workspaces and FAQs come after billing. Null while loading. */
  usage: Usage
}

type Act = NonNullable<PlanButton['act']>

/** Choosing a plan: paying for it, changing to it, or keeping it. */
function Plans({ overview, settled }: { overview: Overview; settled: boolean }) {
  const { plan_applies: applies } = overview
  const [isShown, setIsShown] = useState(false)
  const checkout = useCheckout()
  const chosen = useChosenPlan(overview)
  const [change, setChange] = useState<{ id: string; plan: PlanKey } | null>(null)
  const id = overview.subscriptions[0]?.id ?? ''
  const keep = useMutation({
    mutationFn: ({ plan, act }: { plan: PlanKey; act: Act }) =>
      act === 'resume' ? client.billing.resume({ id }) : client.billing.changePlan({ id, plan }),
    onError: (error) => toastError(messageOf(error)),
    onSettled: refreshBilling,
  })
  const act = (plan: PlanKey, what: Act) => {
    if (what === 'checkout') checkout.start({ plan, forNewWorkspace: !applies })
    else if (what === 'change') setChange({ id, plan })
    else keep.mutate({ plan, act: what })
  }
  /** As if its button had been pressed. */
  const want = (plan: PlanKey) => {
    if (!applies) return
    const button = planButton(plan, { access: overview.access, subscription: overview.subscriptions[0] ?? null })
    if (button.act) act(plan, button.act)
  }
  return (
    <>
      <Arrival overview={overview} settled={settled} onWanted={want} />
      <Card
        title={applies ? 'Plans' : 'A workspace of your own'}
        description={
          applies
            ? 'Monthly, in US dollars, before taxes. Cancel at any time.'
            : `No workspace is billed to you, so your plan would not apply to any workspace. ${isPaid(overview.access) ? 'Create' : 'Subscribe if you want to create'} a workspace of your own.`
        }
      >
        {applies || isShown ? (
          <PlanCards
            overview={overview}
            busy={checkout.busy ?? (keep.isPending ? keep.variables.plan : null)}
            chosen={applies ? chosen : null}
            onAct={act}
          />
        ) : (
          <div className="flex flex-wrap gap-2.5">
            {isPaid(overview.access) && (
              <ButtonLink to="/workspace-setup" variant="primary">
                Create a workspace
              </ButtonLink>
            )}
            <Button onClick={() => setIsShown(true)}>Show plans</Button>
          </div>
        )}
      </Card>
      <ChangePlanDialog change={change} onClose={() => setChange(null)} />
    </>
  )
}

/** Profile, Subscription & Billing: the plan in force and how much of it is used, the plans, and what was paid. */
export default function BillingTab({ usage, payerCard }: BillingTabProps) {
  const query = useQuery(overviewQuery)
  useLiveBilling()
  useAccessEnd(query.data?.access.ends_at, () => void refreshBilling())
  const overview = query.data
  if (!overview)
    return (
      <Card title="Current Plan" padded={false}>
        {query.isError ? (
          <QueryError title="Your subscription could not be loaded" query={query} />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Card>
    )
  return (
    <div className="flex flex-col gap-5">
      {overview.provider !== 'off' && payerCard}
      <CurrentPlanCard overview={overview} usage={usage} />
      {overview.provider !== 'off' && <Plans overview={overview} settled={(usage.workspaces ?? 0) > 0} />}
      {overview.has_orders && <OrdersCard />}
    </div>
  )
}
