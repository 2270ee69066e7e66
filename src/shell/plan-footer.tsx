import { PlanAction, useWorkspace } from '../features/workspaces/web/index.ts'
import { formatNumber } from '../kernel/format.ts'
import { Badge } from '../web/ui/badge.tsx'
import { Skeleton } from '../web/ui/skeleton.tsx'

/** The footer of the sidebar: plan, number of FAQs and limit, upgrade button. */
export function PlanFooter({ onNavigate }: { onNavigate?: () => void }) {
  const { current, workspace } = useWorkspace()
  if (!workspace) return null
  if (!current) {
    return (
      <div className="flex flex-col gap-2.5 px-2.5 py-3">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-1.5 w-full" />
      </div>
    )
  }
  const { access, payer, faq_count: count } = current
  const limit = access.limits.faqs
  const full = access.plan === 'pro' || access.plan === 'free_access'
  const used = limit === null ? 0 : Math.min(1, count / limit)
  return (
    <div className="px-2.5 py-3">
      <div className="flex items-center justify-between gap-2">
        <Badge tone={full ? 'accent' : 'neutral'}>{access.plan_label}</Badge>
      </div>
      <p className="mt-2 text-sm text-ink-soft tabular-nums">
        {limit === null ? `${formatNumber(count)} ${count === 1 ? 'FAQ' : 'FAQs'}` : `${count} of ${limit} FAQs`}
      </p>
      {limit !== null && (
        <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="mt-2 h-1 w-full rounded-full">
          <rect width="100" height="2" fill="var(--color-pressed)" />
          <rect
            width={used * 100}
            height="2"
            fill={
              used >= 1 ? 'var(--color-bad-line)' : used >= 0.8 ? 'var(--color-accent-edge)' : 'var(--color-control)'
            }
          />
        </svg>
      )}
      {!full && (
        <div className="mt-3">
          <PlanAction
            to="/profile?tab=billing"
            onNavigate={onNavigate}
            className={payer.you ? 'w-full' : 'mt-2 w-full'}
          />
        </div>
      )}
    </div>
  )
}
