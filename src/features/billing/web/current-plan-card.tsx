import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDate } from '../../../kernel/format.ts'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { type Overview, productPlanOf, type Subscription } from '../contract.ts'
import { FaqUsage } from './faq-usage.tsx'
import { UsageMeter } from './usage-meter.tsx'
import { usePortal } from './use-checkout.ts'
import { refreshBilling } from './use-live-billing.ts'

export interface Usage {
  workspaces: number | null
  faqs: { count: number; workspace: string } | null
}

/** Returns the future of a subscription as a sentence. */
function fateOf(one: Subscription, graceEnd: string | null): string {
  if (one.status === 'past_due')
    return graceEnd
      ? `Your last payment failed. You keep everything until ${formatLongDate(graceEnd)}; please update your payment method.`
      : 'Your last payment failed. Update your payment method, or choose a plan again.'
  const end = one.current_period_end
  if (!end) return 'Your subscription is active.'
  if (one.cancel_at_period_end)
    return `Your subscription ends on ${formatLongDate(end)}. Until then you have everything you paid for.`
  if (one.pending_plan && one.pending_at)
    return `Your plan changes to ${productPlanOf(one.pending_plan).name} on ${formatLongDate(one.pending_at)}.`
  return `Renews on ${formatLongDate(end)}.`
}

function standingText({ access, provider, subscriptions, plan_applies }: Overview): string {
  const [own] = subscriptions
  if (provider === 'off') return 'Everything is included on this instance, for all accounts.'
  if (access.plan === 'free_access') return 'You have free access to everything.'
  if (own) return fateOf(own, access.ends_at)
  if (access.plan === 'trial' && access.ends_at)
    return `Your free trial ends on ${formatLongDate(access.ends_at)}. Nothing is charged unless you subscribe.`
  if (!plan_applies) return "You have no plan. You don't need one: other people pay for your workspaces."
  return 'You have no plan. Everything you made is still here. Choose a plan to continue.'
}

/** One subscription's buttons: cancel, resume, and how it is paid. */
function SubscriptionActions({ one }: { one: Subscription }) {
  const [asking, setAsking] = useState(false)
  const portal = usePortal()
  const resume = useMutation({
    mutationFn: () => client.billing.resume({ id: one.id }),
    onSuccess: () => toast({ message: 'Your subscription continues.' }),
    onError: (error) => toastError(messageOf(error)),
    onSettled: refreshBilling,
  })
  const cancel = async () => {
    try {
      await client.billing.cancel({ id: one.id })
      toast({ message: 'Your subscription will end with the period you paid for.' })
    } catch (error) {
      toastError(messageOf(error))
      throw error
    } finally {
      await refreshBilling()
    }
  }
  const { name } = productPlanOf(one.plan)
  const ending = one.cancel_at_period_end
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant={one.status === 'past_due' ? 'primary' : 'secondary'}
        size="sm"
        loading={portal.busy}
        onClick={portal.open}
      >
        Manage payment
      </Button>
      {/* One button, which keeps the focus when one becomes the other. */}
      <Button
        variant={ending ? 'secondary' : 'danger-ghost'}
        size="sm"
        loading={resume.isPending}
        onClick={() => (ending ? resume.mutate() : setAsking(true))}
      >
        {ending ? 'Resume subscription' : 'Cancel subscription'}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel ${name}?`}
        description={
          one.current_period_end
            ? `You keep ${name} until ${formatLongDate(one.current_period_end)}, and nothing more is charged. Nothing is deleted: your FAQs stay public, and you can resume until then.`
            : 'Nothing more is charged. Nothing is deleted: your FAQs stay public.'
        }
        confirmLabel="Cancel subscription"
        cancelLabel={`Keep ${name}`}
        destructive
        onConfirm={cancel}
      />
    </div>
  )
}

/** The plan in force, what becomes of it, and how much of it is used. */
export function CurrentPlanCard({ overview, usage }: { overview: Overview; usage: Usage }) {
  const { access, subscriptions } = overview
  const [own, ...others] = subscriptions
  const full = access.plan === 'pro' || access.plan === 'free_access'
  return (
    <Card
      title="Current Plan"
      actions={
        <Badge tone={access.past_due ? 'bad' : full ? 'accent' : 'neutral'}>
          {access.past_due
            ? `${own ? productPlanOf(own.plan).name : access.plan_label} · payment failed`
            : access.plan_label}
        </Badge>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="-mt-2 text-md text-ink-soft">{standingText(overview)}</p>
        {own && !overview.plan_applies && (
          <p className="-mt-2 text-md">
            No workspace is billed to you, so this subscription does not apply to any workspace.
          </p>
        )}
        {own && <SubscriptionActions one={own} />}
        {others.map((one) => (
          <div key={one.id} role="alert" className="rounded-lg border border-warn/30 bg-warn-soft px-4 py-3">
            <p className="mb-2.5 text-md">{`You have a second subscription, to ${productPlanOf(one.plan).name}: you would pay for both. ${fateOf(one, null)}`}</p>
            <SubscriptionActions one={one} />
          </div>
        ))}
        {usage.workspaces !== null && (
          <UsageMeter label="Workspaces" used={usage.workspaces} limit={access.limits.workspaces} />
        )}
        {usage.faqs && (
          <UsageMeter label={`FAQs in ${usage.faqs.workspace}`} used={usage.faqs.count} limit={access.limits.faqs} />
        )}
        {usage.faqs && <FaqUsage used={usage.faqs.count} limit={access.limits.faqs} />}
      </div>
    </Card>
  )
}
