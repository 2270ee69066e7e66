import { Hourglass } from 'lucide-react'
import { plural } from '../../../kernel/text.ts'
import { cx } from '../../../web/ui/class-names.ts'
import { PlanAction, useWorkspace } from '../../workspaces/web/index.ts'

/** Remaining days of the trial, with a link to the plans for the payer. */
export function TrialBanner() {
  const { workspace, current } = useWorkspace()
  const onTrial = current ? current.access.on_trial : workspace?.plan === 'trial'
  if (!onTrial) return null
  return (
    <p
      className={cx(
        'mb-6 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-line bg-accent-soft px-4 py-2.5 text-md text-ink',
        // The list of workspaces arrives before the days: the banner's place is kept until then.
        !current && 'invisible',
      )}
    >
      <Hourglass size={16} aria-hidden="true" className="shrink-0 text-accent-ink" />
      <span className="font-medium">{`Free trial: ${plural(current?.access.days_left ?? 0, 'day')} remaining`}</span>
      {current ? <PlanAction label="Subscribe" look="text" /> : 'Subscribe'}
    </p>
  )
}
