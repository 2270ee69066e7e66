import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { UsageMeter } from './usage-meter.tsx'

export interface BillingTabProps {
  /** Told by the page: workspaces and FAQs come after billing. Null while it is not known. */
  usage: { workspaces: number | null; faqs: { count: number; workspace: string } | null }
}

/** Profile, Subscription & Billing: the plan in force and how much of it is used. */
export default function BillingTab({ usage }: BillingTabProps) {
  const access = useQuery(api.billing.access.queryOptions())
  if (access.isError && !access.data)
    return <ErrorState message={messageOf(access.error)} onRetry={() => void access.refetch()} />
  if (!access.data) return <SkeletonRows rows={3} />
  const { plan, plan_label, limits } = access.data
  return (
    <Card
      title="Current Plan"
      actions={<Badge tone={plan === 'pro' || plan === 'free_access' ? 'accent' : 'neutral'}>{plan_label}</Badge>}
    >
      <div className="flex flex-col gap-5">
        {usage.workspaces !== null && (
          <UsageMeter label="Workspaces" used={usage.workspaces} limit={limits.workspaces} />
        )}
        {usage.faqs && (
          <UsageMeter label={`FAQs in ${usage.faqs.workspace}`} used={usage.faqs.count} limit={limits.faqs} />
        )}
      </div>
    </Card>
  )
}
