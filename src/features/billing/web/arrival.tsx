import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatLongDate } from '../../../kernel/format.ts'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { removePlans } from '../../../web/api/selected-plan.ts'
import { useUrlParameters } from '../../../web/browser/use-url-parameters.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { type Access, type Overview, type PlanKey, productPlanOf } from '../contract.ts'
import { refreshBilling } from './use-live-billing.ts'

const ASK_AGAIN_MS = 2_500
/** A payment that has not come through by then is asked for when it is reported, or when the person wants to know. */
const ASK_FOR_MS = 60_000

export const isPaid = (access: Access | undefined) => access?.plan === 'starter' || access?.plan === 'pro'

/** A plan by its own name or by the provider's. */
const planNamed = (overview: Overview, name: string | null): PlanKey | null =>
  overview.plans.find(({ key, product_id }) => key === name || product_id === name)?.key ?? null

function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-accent-soft px-4 py-3 text-md"
    >
      <div className="flex min-w-0 flex-1 basis-72 items-center gap-2.5">{children}</div>
      {action}
    </div>
  )
}

/** Back from paying (`?paid=pro`): asks how it went until the plan is there, or until it plainly takes longer. */
function Paid({ onKnown }: { onKnown: (access: Access) => void }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), ASK_FOR_MS)
    return () => window.clearTimeout(timer)
  }, [])
  const known = useQuery(
    api.billing.refresh.queryOptions({
      input: {},
      staleTime: 0,
      gcTime: 0,
      refetchInterval: ({ state }) => (isPaid(state.data) || late ? false : ASK_AGAIN_MS),
    }),
  )
  const notifyPaid = useEffectEvent(onKnown)
  const access = known.data
  useEffect(() => {
    if (access && isPaid(access)) notifyPaid(access)
  }, [access])
  if (late)
    return (
      <Notice
        action={
          <Button size="sm" loading={known.isFetching} onClick={() => void known.refetch()}>
            Check again
          </Button>
        }
      >
        Your payment has not been confirmed yet. If you have paid, your plan starts as soon as it is confirmed.
      </Notice>
    )
  return (
    <Notice>
      <Spinner size={16} />
      Your payment is being confirmed. You can leave this page.
    </Notice>
  )
}

export interface ArrivalProps {
  overview: Overview
  /** True when the user belongs to a workspace. */
  settled: boolean
  onWanted: (plan: PlanKey) => void
}

/**
 * Reason for the visit: after a payment (`paid`), to subscribe (`subscribe`), or with a plan chosen before signing up
 * (`plan`), which is only offered during the trial, since the visitor was promised a free start.
 */
export function Arrival({ overview, settled, onWanted }: ArrivalProps) {
  const { params, change } = useUrlParameters()
  const { access } = overview
  const chosen = planNamed(overview, params.get('plan'))
  const wanted = planNamed(overview, params.get('subscribe')) ?? (access.on_trial ? null : chosen)
  const acted = useRef(false)
  const begin = useEffectEvent(() => {
    if (acted.current) return
    acted.current = true
    removePlans()
    if (!wanted) return
    change({ subscribe: null, plan: null }, true)
    onWanted(wanted)
  })
  useEffect(() => begin(), [])
  if (params.has('paid'))
    return (
      <Paid
        onKnown={({ plan_label }) => {
          change({ paid: null }, true)
          toast({ message: `You are subscribed to ${plan_label}. Thank you!` })
          void refreshBilling()
          void queryClient.invalidateQueries({ queryKey: api.workspaces.key() })
        }}
      />
    )
  if (!chosen || !overview.plan_applies || !access.on_trial || !access.ends_at) return null
  return (
    <Notice
      action={
        <ButtonLink to={settled ? '/dashboard' : '/workspace-setup'} size="sm">
          {settled ? 'Go to dashboard' : 'Start with the free trial'}
        </ButtonLink>
      }
    >
      {`Your free trial runs until ${formatLongDate(access.ends_at)}: nothing is charged unless you subscribe. You chose ${productPlanOf(chosen).name}; subscribe now, or at any time.`}
    </Notice>
  )
}

/** The plan that was chosen on the way here, as the address has it. */
export function useChosenPlan(overview: Overview | undefined): PlanKey | null {
  const { params } = useUrlParameters()
  return overview ? planNamed(overview, params.get('plan')) : null
}
