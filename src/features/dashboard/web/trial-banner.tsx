import { Hourglass } from 'lucide-react'
import { plural } from '../../../kernel/text.ts'
import { PlanAction, useWorkspace } from '../../workspaces/web/index.ts'

/** Remaining days of the trial, with a link to the plans for the payer. */
export function TrialBanner() {
  const { current } = useWorkspace()
  if (!current?.access.on_trial) return null
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-line bg-accent-soft px-4 py-2.5 text-md text-ink">
      <Hourglass size={16} aria-hidden="true" className="shrink-0 text-accent-ink" />
      <span className="font-medium">{`Free trial: ${plural(current.access.days_left, 'day')} remaining`}</span>
      <PlanAction label="Subscribe" look="text" />
    </p>
  )
}
